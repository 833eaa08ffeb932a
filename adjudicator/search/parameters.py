"""The numbers by which hits are ranked, most of them in percent. The index carries them to the browser."""

STOP_SHARE, CONTENT_WEIGHT = 12, 8
SEVERAL = 140
COVER_LEAST, COVER_MORE = 2, 3
NAMED = 200
ALL_CARDS, ABOUT_IT, ON_TABLE, ABOUT_PERHAPS, OTHER_CARD = 220, 160, 115, 125, 80
GENERAL, UNNAMED_CARD = 115, 80
BARE_NAME, NAMED_CARD, CARD_PERHAPS, CARD_NOT_NAMED = 300, 110, 130, 55
CARDS_WANTED, WRONG_TYPE, CARD_OTHERWISE = 160, 90, 90
FACTION_WITH_CARD = 60
RULE_WITH_CARD, RULE_WITH_DEED, RULING_WITH_DEED, GENERAL_RULE = 90, 70, 60, 135

PARAMETERS: dict[str, int] = {name: value for name, value in globals().items() if name.isupper()}
