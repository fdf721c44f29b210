// Check of the server for administrators: the lines of `funray doctor --online`.
import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import { m } from "@/i18n";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { usePageActions } from "@/shared/page/pageActions";
import { Button } from "@/ui/form/Button";
import { Notice } from "@/ui/layout/Notice";
import { Chip, type ChipTone } from "@/ui/list/Chip";
import {
  allParts,
  type Finding,
  isBad,
  parts,
  type Part,
  type Result,
  useExamination,
} from "@/areas/portal/kit/useExamination";

const outcomes: Record<Finding["outcome"], { tone: ChipTone; label: () => string }> = {
  fine: { tone: "success", label: m.system_outcome_fine },
  accepted: { tone: "warning", label: m.system_outcome_accepted },
  advice: { tone: "warning", label: m.system_outcome_advice },
  unknown: { tone: "neutral", label: m.system_outcome_unknown },
  failed: { tone: "danger", label: m.system_outcome_failed },
  refused: { tone: "danger", label: m.system_outcome_refused },
};

function FindingRow({ finding: { name, about, outcome, found, remedy, page } }: { finding: Finding }) {
  const { tone, label } = outcomes[outcome];
  return (
    <li className="grid gap-1 border-t border-line py-3 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Chip tone={tone}>{label()}</Chip>
        <span lang="en" className="font-semibold wrap-anywhere">
          {about === "" ? name : `${name} · ${about}`}
        </span>
      </p>
      {found !== "" && (
        <p lang="en" className="wrap-anywhere">
          {found}
        </p>
      )}
      {remedy !== "" && (
        <p lang="en" className="text-ink-soft wrap-anywhere">
          {remedy}
        </p>
      )}
      {outcome !== "fine" && <p className="text-sm text-ink-soft">{m.system_guide({ page })}</p>}
    </li>
  );
}

function PartSection({ part, result }: { part: Part; result: Result }) {
  return (
    <section className="mt-8 max-w-3xl">
      <h2 className="text-xl">{parts[part]()}</h2>
      {"problem" in result ? (
        <Notice tone="danger" className="mt-3">
          <p>{m.system_not_checked()}</p>
          <p>{result.problem}</p>
        </Notice>
      ) : (
        <ul className="mt-2">
          {result.findings.map((finding) => (
            <FindingRow key={`${finding.name} ${finding.about}`} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Number of groups that are done, and of lines that need work. */
function Progress({ results, isRunning }: { results: Partial<Record<Part, Result>>; isRunning: boolean }) {
  const done = Object.values(results);
  if (done.length === 0 && !isRunning) return null;
  const bad = done.flatMap((result) => ("findings" in result ? result.findings.filter(isBad) : []));
  const isUnknown = done.some((result) => "problem" in result);
  if (isRunning)
    return (
      <div role="status" className="mt-6 max-w-3xl">
        <p id="system-progress">{m.system_progress({ done: done.length, all: allParts.length })}</p>
        <progress
          aria-labelledby="system-progress"
          className="mt-2 w-full"
          value={done.length}
          max={allParts.length}
        />
      </div>
    );
  return (
    <Notice tone={bad.length === 0 && !isUnknown ? "success" : "info"} className="mt-6 max-w-3xl">
      {bad.length === 0 && !isUnknown ? m.system_ready() : m.system_bad({ count: bad.length })}
    </Notice>
  );
}

/** Runs all checks on demand, and shows each group as soon as it is done. */
export function SystemPage() {
  const { results, isRunning, run } = useExamination();
  usePageActions([{ label: m.system_run(), icon: "circle-check", run: () => void run() }]);
  return (
    <Page title={m.system_title()}>
      <PageHeading>{m.system_title()}</PageHeading>
      <p className="mt-2 max-w-3xl text-ink-soft">{m.system_lead()}</p>
      <p>
        <Link to={adminPaths.company()} className="inline-flex min-h-11 items-center font-semibold">
          {m.company_title()}
        </Link>
      </p>
      <Button className="mt-4" isBusy={isRunning} onClick={() => void run()}>
        {m.system_run()}
      </Button>
      <Progress results={results} isRunning={isRunning} />
      {allParts.map((part) => {
        const result = results[part];
        return result && <PartSection key={part} part={part} result={result} />;
      })}
    </Page>
  );
}
