"""What the features of `weighted` and `planner` weigh. COMMAND wrote it, saying REPORT.

docs/players.md says what each feature is. A change is a new version of both players.
"""

COMMAND = (
    "python tools/fit_weighted.py "
    "--generations 60 --games 1000 --population 20 --challenges 3 --seed 1"
)
REPORT = (
    "stage 1, against greedy: 57.38 ± 0.65%",
    "stage 2, against champion 1: 50.34 ± 0.57%",
    "stage 2, against champion 2: 50.29 ± 0.50%",
    "stage 2, against champion 3: 50.21 ± 0.57%",
    "stage 3, planner against champion: 59.15 ± 0.90%",
)

# In the order of worth.pxd.
FEATURES = {
    "turn": 11,
    "waste": -645,
    "waste_exposed": -91,
    "house_loads_reserve": 125,
    "house_loads_waste": -67,
    "reserve_loads_reserve": 196,
    "reserve_loads_waste": 178,
    "reserve_to_house": 132,
    "hand_loads_reserve": 70,
    "hand_loads_waste": -101,
    "hand_to_house": 1337,
    "load_blocks": 41,
    "load_returns": -58,
    "load_undone": -23,
    "stale": 600,
    "top_fits": -113,
    "top_fits_next": -41,
    "top_fits_later": -9,
    "top_takes_own": 76,
    "top_takes_other": -22,
    "top_takes_hand": 131,
    "top_loads_reserve": 143,
    "top_loads_waste": 245,
    "top_rank": -8,
    "under_fits": -231,
    "under_fits_next": -13,
    "under_fits_later": -23,
    "bottom_rank": -39,
    "in_order": 49,
    "space": -2,
    "more_spaces": 1,
    "bares_unknown": -45,
    "house_builds": 60,
}

# What some of them weigh for `planner`.
PLANNER = {
    "house_loads_reserve": 187,
    "house_loads_waste": 57,
    "reserve_loads_reserve": 157,
    "reserve_loads_waste": 571,
    "reserve_to_house": 350,
    "hand_loads_reserve": 58,
    "hand_loads_waste": -52,
    "hand_to_house": 1811,
    "house_builds": 37,
}
