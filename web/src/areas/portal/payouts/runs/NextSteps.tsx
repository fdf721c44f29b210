// Next steps of a run: approve its drafts, make its bank file, release the file, mark it as paid.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { DecisionButton } from "@/shared/page/DecisionButton";
import { showErrorToast } from "@/shared/page/showErrorToast";
import { readAll } from "@/shared/table/readAll";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import {
  BankFileNotice,
  OmittedPayoutsNotice,
  WaitingBankFiles,
  type Exported,
} from "@/areas/portal/payouts/preparing";
import { CHANGED_PAYOUTS, type BankFile } from "@/areas/portal/payouts/queries";
import { FilePaidDialog } from "./FilePaidDialog";
import {
  DRAFTS_PAGE_SIZE,
  draftsOfRunQuery,
  filesOfRunQuery,
  type PayoutOfRun,
  type PayoutRun,
} from "./queries";

/** The server decides about at most so many payouts in one call. */
const MAX_APPROVED = 2000;

interface NextStepsProps {
  run: PayoutRun;
  onApprove: (rows: readonly PayoutOfRun[]) => void;
}

export function NextSteps({ run, onApprove }: NextStepsProps) {
  const [leftOut, setLeftOut] = useState<Exported["leftOut"]>();
  const [paying, setPaying] = useState<BankFile>();
  const files = useQuery(filesOfRunQuery(run.id)).data?.items ?? [];
  const released = files.filter(({ releasedAt }) => releasedAt !== null);
  return (
    <div className="mb-4 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-start gap-3">
        {run.drafted.count > 0 && <ApproveButton run={run} onApprove={onApprove} />}
        {run.approved.count > 0 && <ExportButton run={run} onExported={setLeftOut} />}
        {released
          .filter(({ open }) => open > 0)
          .map((file) => (
            <Button key={file.id} variant="primary" aria-haspopup="dialog" onClick={() => setPaying(file)}>
              {m.runs_file_paid({ number: file.number })}
            </Button>
          ))}
      </div>
      {leftOut && <OmittedPayoutsNotice leftOut={leftOut} />}
      <WaitingBankFiles files={files} onReleased={(file) => setLeftOut(file.leftOut)} />
      {released.map((file) => (
        <BankFileNotice key={file.id} file={file} />
      ))}
      {paying && <FilePaidDialog file={paying} onClose={() => setPaying(undefined)} />}
    </div>
  );
}

/** Reads all drafts of the run and asks to approve those that this user can approve. */
function ApproveButton({ run, onApprove }: NextStepsProps) {
  const client = useQueryClient();
  const [isReading, setIsReading] = useState(false);
  const read = async () => {
    setIsReading(true);
    try {
      const page = (number: number) =>
        client.fetchQuery({ ...draftsOfRunQuery(run.id, number), staleTime: 0, gcTime: 0 });
      const { rows } = await readAll(page, ({ id }) => id, MAX_APPROVED / DRAFTS_PAGE_SIZE);
      onApprove(rows.filter(({ refusal }) => refusal === null));
    } catch (error) {
      showErrorToast(error);
    } finally {
      setIsReading(false);
    }
  };
  const { count, amount } = run.drafted;
  return (
    <DecisionButton
      refusal={run.refusal}
      variant="primary"
      aria-haspopup="dialog"
      isBusy={isReading}
      onClick={() => void read()}
    >
      <Icon name="check" size={20} />
      {m.runs_approve({ count, amount: formatMoney(amount) })}
    </DecisionButton>
  );
}

interface ExportButtonProps {
  run: PayoutRun;
  onExported: (leftOut: Exported["leftOut"]) => void;
}

function ExportButton({ run, onExported }: ExportButtonProps) {
  const { mutation } = useSave({
    save: async () => {
      const path = { id: run.id };
      onExported((await call("post", "/api/v1/Payouts/runs/{id}/exports", { path })).leftOut);
    },
    saved: m.payouts_export_made(),
    invalidates: CHANGED_PAYOUTS,
    invalidatesAlways: true,
  });
  const { count, amount } = run.approved;
  return (
    <Button isBusy={mutation.isPending} onClick={() => mutation.mutate(undefined)}>
      <Icon name="download" size={20} />
      {m.runs_export({ count, amount: formatMoney(amount) })}
    </Button>
  );
}
