import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import { call } from "@/api/client";
import { invalidate } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { useExamination } from "@/areas/portal/kit/useExamination";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { toast } from "@/ui/overlay/toast";
import { goLiveQuery } from "./queries";

type Line = components["schemas"]["GoLiveLine"];

const ASKED_EVERY_MS = 10_000;

/** Name of each step, and the page on which it is done. */
const steps: Record<Line["step"], { label: () => string; to: string }> = {
  ADMINISTRATORS: { label: m.opening_administrators, to: adminPaths.users.list() },
  COMPANY: { label: m.opening_company, to: adminPaths.company() },
  SETTINGS: { label: m.opening_settings, to: adminPaths.system() },
  MAIL: { label: m.opening_mail, to: adminPaths.system() },
  DOMAINS: { label: m.opening_domains, to: adminPaths.system() },
  SHOP: { label: m.opening_shop, to: adminPaths.vendors() },
  PURCHASE: { label: m.opening_purchase, to: paths.shopVendors() },
  GATEWAY: { label: m.opening_gateway, to: adminPaths.system() },
  BANK: { label: m.opening_bank, to: adminPaths.payouts() },
  MACHINE: { label: m.opening_machine, to: adminPaths.system() },
  SAFEGUARDS: { label: m.opening_safeguards, to: adminPaths.system() },
};

/** Sends the administrator a test email. The line is done once the email has left. */
function TestMail() {
  const send = useMutation({
    mutationFn: () => call("post", "/api/v1/System/test-mail"),
    onSuccess: () => toast.success(m.opening_mail_sent()),
    meta: { invalidates: ["/System/go-live"] },
  });
  return (
    <Button size="small" isBusy={send.isPending} onClick={() => send.mutate()}>
      {m.opening_mail_send()}
    </Button>
  );
}

function LineItem({ line: { step, isDone, isUnchecked, findings } }: { line: Line }) {
  const { label, to } = steps[step];
  return (
    <li className="grid gap-1 border-t border-line py-2 first:border-t-0">
      <Link to={to} className="flex min-h-11 items-center gap-3 text-ink no-underline hover:underline">
        <Icon
          name={isDone ? "circle-check" : "arrow-right"}
          size={22}
          className={isDone ? "text-success" : "text-ink-soft"}
        />
        <span className="grow">{label()}</span>
        {isDone && <span className="text-sm text-ink-soft">{m.dashboard_set_up_done()}</span>}
      </Link>
      {!isDone && (
        <div className="grid justify-items-start gap-1 pb-1 pl-[34px] text-sm text-ink-soft">
          {isUnchecked && <p>{m.opening_unchecked()}</p>}
          {findings.map(({ name, about, found, remedy }) => (
            <p key={`${name} ${about}`} lang="en" className="wrap-anywhere">
              {[found, remedy].filter((text) => text !== "").join("; ")}
            </p>
          ))}
          {step === "MAIL" && <TestMail />}
        </div>
      )}
    </li>
  );
}

/** Steps before the shop opens. The server computes which are done. */
export function GoLiveList({ lines }: { lines: readonly Line[] }) {
  const client = useQueryClient();
  const { run, isRunning } = useExamination();
  // Emails, orders and other people's work change the lines while the page is open.
  useQuery({ ...goLiveQuery, refetchInterval: ASKED_EVERY_MS });
  const check = async () => {
    await run();
    await invalidate(client, ["/System/go-live"]);
  };
  const done = lines.filter(({ isDone }) => isDone).length;
  return (
    <section className="mt-6 max-w-3xl rounded-panel border border-line bg-surface p-5">
      <h2 className="text-xl">{m.opening_title()}</h2>
      <p className="mt-1 text-ink-soft">{m.opening_lead({ done, all: lines.length })}</p>
      <ol className="mt-3">
        {lines.map((line) => (
          <LineItem key={line.step} line={line} />
        ))}
      </ol>
      <Button className="mt-3" isBusy={isRunning} onClick={() => void check()}>
        {m.system_run()}
      </Button>
    </section>
  );
}
