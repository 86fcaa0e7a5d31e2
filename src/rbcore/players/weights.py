"""The weights of `weighted` and `planner`, made by COMMAND with result REPORT.

docs/players.md explains each feature. A change requires a new version of the players.
"""

COMMAND = (
    "python benchmarks/fit_weights.py "
    "--generations 50 --games 1000 --population 24 --challenges 3 --spread 0.12 --seed 1"
)
REPORT = (
    "stage 1, against champion 1: 49.83 ± 0.40%",
    "stage 1, against champion 2: 49.72 ± 0.36%",
    "stage 1, against champion 3: 49.94 ± 0.41%",
    "stage 2, planner against champion: 58.24 ± 0.91%",
)

# In the order of evaluation.pxd.
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

# Weights that differ for `planner`.
PLANNER = {
    "house_loads_reserve": 113,
    "house_loads_waste": 233,
    "reserve_loads_reserve": 204,
    "reserve_loads_waste": 428,
    "reserve_to_house": 374,
    "hand_loads_reserve": 43,
    "hand_loads_waste": 76,
    "hand_to_house": 2563,
    "house_builds": 18,
}
