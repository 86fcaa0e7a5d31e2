"""What the features of `weighted` and `planner` weigh, and the command that found it.

docs/players.md says what each feature is. A change is a new version of both players.
"""

# In the order of worth.pxd.
FEATURES = {
    "turn": 34,
    "waste": -447,
    "waste_exposed": -88,
    "house_loads_reserve": 159,
    "house_loads_waste": -9,
    "reserve_loads_reserve": 746,
    "reserve_loads_waste": 457,
    "reserve_to_house": 229,
    "hand_loads_reserve": 87,
    "hand_loads_waste": -84,
    "hand_to_house": 595,
    "load_blocks": 71,
    "load_returns": -13,
    "load_undone": 0,
    "stale": 0,
    "top_fits": -168,
    "top_fits_next": -31,
    "top_fits_later": -4,
    "top_takes_own": 65,
    "top_takes_other": 39,
    "top_takes_hand": 137,
    "top_loads_reserve": 146,
    "top_loads_waste": 290,
    "top_rank": -47,
    "under_fits": -280,
    "under_fits_next": -69,
    "under_fits_later": -10,
    "bottom_rank": 0,
    "in_order": 19,
    "space": 8,
    "more_spaces": -52,
    "bares_unknown": 47,
    "house_builds": 60,
}

# Two runs of CMA-ES, each candidate playing `greedy` from both seats of the same deals:
#   python tools/fit_weighted.py --generations 60 --games 800 --seed 1
#   python tools/fit_weighted.py --generations 100 --games 2000 --seed 2 --sigma 0.4
#       --population 16 --start FILE
# FILE has the mean of the first run's generation 50; here is that of the second run's last.
# Both runs had one feature more, the cards that lie over needed ones, which was dropped for its
# cost. `house_builds`, which only the planner reads, is set by hand.
