"""Rules, cards, and the engine that decides what may happen next. Imports events and projections."""
