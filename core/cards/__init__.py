"""Every card there is: a package for each set, in it a module for each faction and one for the set's bases."""
