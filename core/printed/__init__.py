"""What is printed, as data: how a card is written down, and the five rulebooks.

The lowest room of core: it imports nothing of the others.
"""
