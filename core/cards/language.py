"""The language that cards are written in: everything a faction module needs, from one import.

    from core.cards.language import *

Verbs say what a card does (`core.cards.verbs`), conditions what it depends on (`core.cards.conditions`), choices what
it asks the players (`core.engine.choices`). `Faction` and `BaseSet` create the cards, whose decorators tie abilities to
moments, events and rules (`core.printed.definitions`).
"""

from core.cards.conditions import (
    AFFECTING,
    TO_THE_DISCARD_PILE,
    acting_card,
    action_destroyed,
    action_played,
    affected,
    affected_by,
    affected_by_card_being_played,
    affected_there,
    all_not_ignoring,
    can_be_returned,
    first_action_you_played,
    first_minion_here_by_its_player,
    first_minion_here_this_turn,
    first_minion_you_played,
    foreign_minion_destroyed,
    here_since_turn_began,
    host_gone,
    is_a,
    is_winner,
    itself,
    lone_minion,
    minion_destroyed,
    minion_gone,
    minion_just_moved,
    minion_just_played,
    minion_played,
    minions_destroyed_by_a_player,
    not_winning,
    of_other_players,
    only_minion,
    own_action_on,
    own_minion_here,
    own_minion_here_placeable,
    player_of_first_action,
    players_affected_at,
    shown_by_another_player,
    standard_action_played,
    still_in_play,
    the_winners,
    this_minion_gone,
    unused_this_turn,
    who_played,
    with_that_play,
    you_discarded_from_hand,
    yours,
)
from core.cards.verbs.bases import (
    destroy_base,
    exchange_base,
    gain_vp,
    look_at_bases,
    pay_vp,
    remove_base,
    search_bases,
    swap_base,
)
from core.cards.verbs.decks import (
    draw_cards,
    draw_off_the_top,
    draw_these,
    has_cards_to_show,
    look_at_hand,
    look_at_top,
    put_back,
    reveal_cards,
    reveal_top,
    reveal_until,
    search_deck,
    search_deck_for_some,
    search_piles,
    set_aside,
    shuffle_beneath,
    shuffle_deck,
    shuffle_in,
)
from core.cards.verbs.finding import (
    actions_in_play,
    discard_pile,
    discarded_bases,
    foreign_minions,
    hand,
    in_play,
    minions,
    minions_in_play,
    other_bases,
    others,
    this_turn,
    whole_hand,
)
from core.cards.verbs.lasting import (
    change_breakpoint,
    it_is_over,
    lasting,
    leave_alone,
    lose_abilities,
    remember,
    remembered,
    set_breakpoint,
)
from core.cards.verbs.leaving import (
    box,
    bury_from_hand,
    destroy,
    destroy_all,
    discard_at_random,
    discard_from_deck,
    discard_from_hand,
    discard_from_play,
    each_player,
    place_in_deck,
    place_in_hand,
    return_to_hand,
    shuffle_into_deck,
    store,
    take,
    take_for_yourself,
)
from core.cards.verbs.madness import (
    discard_madness,
    draw_madness,
    holds_madness,
    madness_in,
    return_madness,
)
from core.cards.verbs.moving import (
    can_move,
    carry_over,
    give_control,
    move,
    move_all,
    move_each,
    take_control,
    transfer,
)
from core.cards.verbs.playing import (
    can_be_played,
    declinable,
    extra_play,
    goes_instead,
    off_the_top,
    play_certain,
    play_to_come,
    released,
    use_talent,
)
from core.cards.verbs.power import (
    boost,
    boost_by,
    boost_each,
    place_counter_on_each,
    place_counters,
    remove_any_counters,
    remove_counters,
    share_counters,
    transfer_counters,
)
from core.engine.choices import (
    arrange,
    choose,
    choose_base,
    choose_mode,
    choose_number,
    choose_player,
    choose_some,
    distribute,
    may,
    name_a_card,
    name_a_faction,
    public_names,
)
from core.engine.effects import (
    Effect,
    bears_more,
    effect,
    of_card_being_played,
    possible,
)
from core.engine.index import (
    Instance,
    names_of,
    suppressed,
)
from core.engine.power import (
    power,
    power_parts,
    power_without,
    printed_power,
    total_power,
)
from core.engine.use import (
    Me,
)
from core.printed.definitions import (
    AFTER_REPLACED,
    AFTER_SCORES,
    ARRIVAL,
    AS_DISCARDED,
    BEFORE_SCORES,
    END_OF_TURN,
    FACTIONS,
    START_OF_TURN,
    WHEN_SCORES,
    BaseSet,
    Faction,
    Goes,
    Steps,
    ability,
    slug,
)
from core.printed.editions import (
    AFFECTING_VERBS,
)
from core.rules.burying import (
    buried_cards,
    bury,
    uncover,
    uncovering,
)
from core.rules.decks import (
    add_base,
    can_search,
    goes_to,
)
from core.rules.duels import (
    DURING_DUEL,
    DuelResult,
    challenge,
    duel,
    duellists,
    in_duel,
    within_duel,
)
from core.rules.permissions import (
    playable_here,
    spendable,
)
from core.rules.playing import (
    spend_play,
)
from core.rules.raising_power import (
    aimed,
    aimed_bases,
    raised_by,
    raised_own_at,
)
from core.rules.scoring import (
    new_base_to_come,
    replacement_site,
    runners_up,
    scoring_site,
    winners,
)
from core.rules.stasis import (
    ENTERS_STASIS,
    LEAVES_STASIS,
    change_stasis,
    in_stasis,
    may_enter_stasis,
    put_each_into_stasis,
    put_into_stasis,
    remove_stasis_counters,
)
from core.rules.turn import (
    talents_of,
)
from events.vocabulary import (
    AbilityUsed,
    AllowanceGiven,
    AllowancesEnded,
    Answered,
    Asked,
    Awarded,
    BaseArrived,
    BaseLeft,
    BaseSwapped,
    Boxed,
    Buried,
    CardPlayed,
    CardsMade,
    ControlChanged,
    CountersChanged,
    CountersTransferred,
    Destroyed,
    Discarded,
    Drawn,
    DuelBegan,
    DuelCardPlaced,
    DuelCardRevealed,
    DuelEnded,
    EffectBegan,
    EffectsEnded,
    Event,
    FactionChosen,
    Forbidden,
    GameBegun,
    GameWon,
    HouseRuled,
    Leaving,
    Looked,
    Moved,
    PhaseBegan,
    PickedAtRandom,
    Placed,
    Replaced,
    Returned,
    Revealed,
    ScoringBegan,
    ScoringEnded,
    SetAside,
    Shuffled,
    StasisChanged,
    StasisEntered,
    Stored,
    Taken,
    Transferred,
    TurnBegan,
    VictoryPointsChanged,
)
from events.words import DeckEnd, DeckUse, Duration, PlayCondition, PlayKind, Verb
from projections.table import (
    Card,
    Table,
)
