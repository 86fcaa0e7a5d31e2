"""Plan files: the studies of a plan one after another, into their stores, files and page."""

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

from rbsim.files import check_apart, check_target
from rbsim.optional import need
from rbsim.plans.plan import Plan, PlannedStudy
from rbsim.plans.reading import read_plan
from rbsim.results.document import check_file
from rbsim.results.result import StudyResult
from rbsim.running.batch import Progress
from rbsim.studies.result_pages import report


def play_plan(
    plan: Plan | str | Path,
    *names: str,
    stores: str | Path | None = None,
    imports: bool = False,
    force: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> dict[str, StudyResult]:
    """Play the studies of a plan, and write the stores, files and page that it names.

    Parameters
    ----------
    plan : Plan or path
        A plan, or what `read_plan` reads one from.
    *names : str
        Play these of its studies alone; all unless given.
    stores : path, optional
        The folder of the stores, in place of the one that the plan names.
    imports : bool
        As `read_plan` takes it.
    force : bool
        Replace files that exist. Stores are taken up again with or without it.
    threads, executor, progress : see `simulate`
        As `simulate` takes them; `progress` is called for each study.

    Returns
    -------
    dict of str to StudyResult
        The result of each study by its name, as the study's function returns it, without rows.

    Raises
    ------
    ValueError
        In one sentence, as of `read_plan` and of the functions of the studies, and for files that
        exist.

    Examples
    --------
    >>> with open("plan.toml", "w") as file:
    ...     _ = file.write('games = 50\\n[[study]]\\nkind = "advantage"\\nvariant = ["strict"]')
    >>> play_plan("plan.toml")
    {'strict': <Advantage: These games leave open whether starting helps: with the luck of the deal
    cancelled it is worth +18.0 points (-0.3 to 36.3), games won less games lost of 100; 50 ...>}
    """
    read = plan if isinstance(plan, Plan) else read_plan(plan, imports=imports)
    files = Files(read, names, stores, force)
    results: dict[str, StudyResult] = {}
    for one in files.studies:
        store = files.store(one)
        results[one.name] = one.play(
            threads=threads, executor=executor, store=store, progress=progress
        )
        files.keep(one, results[one.name])
    files.report()
    return results


class Files:
    """The files that a plan writes, checked before anything is played.

    Of the studies that are named, or all; `stores` is in place of the plan's folder of stores.
    Raises ValueError, in one sentence, for unknown studies and for files that cannot be written.
    """

    def __init__(
        self, plan: Plan, names: Sequence[str] = (), stores: str | Path | None = None,
        force: bool = False,
    ) -> None:  # fmt: skip
        self.plan, self.force = plan, force
        self.studies = [plan[name] for name in dict.fromkeys(names)] or list(plan)
        named = stores or plan.output.stores
        self.stores = Path(named) if named else None
        for one in self.studies:
            out = self.out(one)
            if out is not None:
                check_file(out, force)
                check_apart(out, self.stores, "among the stores")
        if self.page is not None:
            need("matplotlib", "report")
            check_target(self.page, force, ".html")
            check_apart(self.page, self.stores, "among the stores")

    @property
    def page(self) -> Path | None:
        """The page of the report; it is of whole plans."""
        whole = len(self.studies) == len(self.plan)
        return Path(self.plan.output.report) if whole and self.plan.output.report else None

    def out(self, one: PlannedStudy) -> Path | None:
        """Return the file of the figures of a study, if there is one."""
        out = self.plan.output.out
        return Path(out.replace("{name}", one.name)) if out else None

    def store(self, one: PlannedStudy) -> Path | None:
        """Return the store of a study, its parent made if need be; None without one."""
        if self.stores is None or not one.kind.stored:
            return None
        self.stores.mkdir(parents=True, exist_ok=True)
        return self.stores / one.name

    def keep(
        self, one: PlannedStudy, result: StudyResult, command: list[str] | None = None
    ) -> None:
        """Write the figures of a study, if the plan names a file."""
        out = self.out(one)
        if out is not None:
            result.save(out, force=self.force, command=command)

    def report(self, progress: Progress | None = None) -> list[Path]:
        """Write the page about all stores, if the plan names one; return its files."""
        if self.page is None or self.stores is None:
            return []
        return report(
            *(self.stores / one.name for one in self.studies),
            out=self.page,
            title=self.plan.title,
            study_title=[one.name for one in self.studies],
            figures=self.plan.output.figures,
            level=self.studies[0].level,
            force=self.force,
            progress=progress,
        )
