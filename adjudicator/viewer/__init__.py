"""What somebody who looks at a game is shown: plain facts, position by position, for a screen, a page or a program.

    game = Replay(info, log, "Ana")
    game.frame(412)                       # all there is to see at that position, for Ana
    game.line(412)                        # what happened there, and why: `game.chain(412)`
    document(game)                        # the whole game as JSON: the first frame, and what changes at each position

Nothing that draws a game knows rules or folds events: it draws frames.
"""
