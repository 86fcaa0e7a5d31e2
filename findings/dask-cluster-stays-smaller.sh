#!/usr/bin/env bash
# A LocalCluster of two workers, one of which dies. Its nanny starts it again, so one expects two
# workers soon. If that start takes longer than `distributed.deploy.lost-worker-timeout` (15 seconds
# by default, which a busy machine exceeds), the cluster closes the new worker and its nanny, and
# stays at one worker, though its specification still has two. `scale(2)` brings the other back.
#
# Tested with distributed 2026.8.0, which the script installs, and Python 3.11. Here the timeout is
# 2 seconds, and a worker takes 6 to start.
set -euo pipefail
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT
"${PYTHON:-python3}" -m venv env
env/bin/python -m pip install --quiet dask==2026.8.0 distributed==2026.8.0
cat > slow_start.py <<'PYTHON_END'
import time

time.sleep(6)
PYTHON_END
cat > run.py <<'PYTHON_END'
import os
import time

import dask
import distributed

SETTINGS = {
    "distributed.deploy.lost-worker-timeout": "2s",
    "distributed.worker.preload": [os.path.abspath("slow_start.py")],
    "temporary_directory": os.getcwd(),
}


def workers(client):
    return len(client.scheduler_info(n_workers=-1)["workers"])


def main():
    print("distributed", distributed.__version__)
    with (
        dask.config.set(SETTINGS),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        client.wait_for_workers(2, timeout=120)
        first = next(iter(client.scheduler_info(n_workers=-1)["workers"]))
        os.kill(client.run(os.getpid, workers=[first])[first], 9)
        time.sleep(60)
        after = workers(client)
        print(f"a minute after one of two workers died: {after}; specified: {len(cluster.worker_spec)}")
        cluster.scale(2)
        client.wait_for_workers(2, timeout=120)
        print("after scale(2):", workers(client))
        assert (after, len(cluster.worker_spec)) == (1, 2)


if __name__ == "__main__":
    main()
PYTHON_END
env/bin/python run.py 2> log || { cat log; exit 1; }
