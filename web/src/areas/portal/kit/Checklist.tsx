import { Link } from "react-router";
import { m } from "@/i18n";
import { Icon } from "@/ui/Icon";

export interface Step {
  label: string;
  /** Page where the step is done. */
  to: string;
  isDone: boolean;
}

interface ChecklistProps {
  title: string;
  lead: string;
  steps: readonly Step[];
}

/** Setup steps in order, each with a link to its page. */
export function Checklist({ title, lead, steps }: ChecklistProps) {
  return (
    <section className="mt-8 max-w-prose">
      <h2 className="text-xl">{title}</h2>
      <p className="mt-2 text-ink-soft">{lead}</p>
      <ol className="mt-4 grid gap-2">
        {steps.map(({ label, to, isDone }) => (
          <li key={label}>
            <Link
              to={to}
              className="flex min-h-14 items-center gap-3 rounded-panel border border-line bg-surface px-4 py-2 text-ink no-underline"
            >
              <Icon
                name={isDone ? "circle-check" : "arrow-right"}
                size={22}
                className={isDone ? "text-success" : "text-ink-soft"}
              />
              <span className="grow">{label}</span>
              {isDone && <span className="text-sm text-ink-soft">{m.dashboard_set_up_done()}</span>}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
