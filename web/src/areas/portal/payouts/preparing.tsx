// Exports approved payouts to a file for the bank.
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import { call } from "@/api/client";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { saveFile } from "@/lib/saveFile";
import { DecisionButton } from "@/shared/page/DecisionButton";
import { Button } from "@/ui/form/Button";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Icon } from "@/ui/Icon";
import { Money } from "@/ui/Money";
import { Notice } from "@/ui/layout/Notice";
import { Skeleton } from "@/ui/layout/Skeleton";
import { CHANGED_PAYOUTS, payoutsQuery, type BankFile, type OmittedPayout } from "./queries";

export type Exported = BankFile & { leftOut: OmittedPayout };

interface ExportDialogProps {
  onExported: (exported: Exported) => void;
  onClose: () => void;
}

/** Dialog that confirms the export, because the bank pays the exported payouts. */
export function ExportDialog({ onExported, onClose }: ExportDialogProps) {
  const { mutation } = useSave({
    save: async () => onExported(await call("post", "/api/v1/Payouts/exports", {})),
    saved: m.payouts_export_made(),
    invalidates: CHANGED_PAYOUTS,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.payouts_export()}
      confirmLabel={m.payouts_export()}
      mutation={mutation}
      variables={undefined}
    >
      {m.payouts_export_text()}
    </ConfirmDialog>
  );
}

/** Downloads of a bank file: in the bank's format, and as a list. */
export function BankFileButtons({ exportId }: { exportId: string }) {
  return (
    <>
      <BankFileButton exportId={exportId} format="CPA005" label={m.payouts_download_bank_file()} />
      <BankFileButton exportId={exportId} format="CSV" label={m.payouts_download_list()} />
    </>
  );
}

interface BankFileButtonProps {
  exportId: string;
  format: "CPA005" | "CSV";
  label: string;
}

function BankFileButton({ exportId, format, label }: BankFileButtonProps) {
  const { mutation } = useSave({
    save: async () => {
      const { name, content } = await call("post", "/api/v1/Payouts/exports/{id}/file", {
        path: { id: exportId },
        body: { format },
      });
      saveFile(name, content, "text/plain;charset=us-ascii");
    },
    saved: m.payouts_downloaded(),
    invalidates: CHANGED_PAYOUTS,
  });
  return (
    <Button
      isBusy={mutation.isPending}
      onClick={() => mutation.mutate(undefined)}
      className="max-sm:text-start max-sm:whitespace-normal"
    >
      <Icon name="download" size={20} />
      {label}
    </Button>
  );
}

/** Notice with the number of approved payouts that a file leaves out, and why. */
export function OmittedPayoutsNotice({
  leftOut: { own, appointed, paused, changed },
}: {
  leftOut: OmittedPayout;
}) {
  if (own + appointed === 0 && !paused && !changed) return null;
  return (
    <Notice className="mb-4">
      {own > 0 && <p>{m.payouts_left_out_own({ count: own })}</p>}
      {appointed > 0 && <p>{m.payouts_left_out_appointed({ count: appointed })}</p>}
      {paused > 0 && <p>{m.pauses_left_out_of_file({ count: paused })}</p>}
      {changed > 0 && <p>{m.payouts_left_out_changed({ count: changed })}</p>}
    </Notice>
  );
}

function SeePayouts({ file }: { file: BankFile }) {
  return (
    <Link to={adminPaths.payoutsInFile(file.id)} className="mt-1 block w-fit font-semibold">
      {m.payouts_file_see({ count: file.payouts })}
    </Link>
  );
}

/** Notice with the download of a bank file that has just been released. */
export function BankFileNotice({ file }: { file: BankFile }) {
  const { id, number, payouts, total, releasedAt } = file;
  if (releasedAt === null) return null;
  return (
    <Notice className="mb-4">
      <p>{m.payouts_exported_now({ number, count: payouts, total: formatMoney(total) })}</p>
      <SeePayouts file={file} />
      <div className="mt-3 flex flex-wrap gap-3">
        <BankFileButtons exportId={id} />
      </div>
    </Notice>
  );
}

interface WaitingBankFilesProps {
  files: readonly BankFile[];
  onReleased?: ((file: Exported) => void) | undefined;
}

/** Those of these bank files that a second administrator has to release. */
export function WaitingBankFiles({ files, onReleased }: WaitingBankFilesProps) {
  const [releasing, setReleasing] = useState<BankFile>();
  // A pause may have taken all payouts out of a file.
  const waiting = files.filter(({ releasedAt, payouts }) => releasedAt === null && payouts > 0);
  return (
    <>
      {waiting.map((file) => (
        <Notice key={file.id} className="mb-4">
          <p className="font-semibold">
            {m.payouts_exported_now({
              number: file.number,
              count: file.payouts,
              total: formatMoney(file.total),
            })}
          </p>
          <p className="mt-1">
            {m.payouts_file_made_by({ who: file.createdByName ?? "–", day: formatDay(file.createdAt) })}
            {file.bankAccountName && ` ${m.payouts_file_leaves({ account: file.bankAccountName })}`}
          </p>
          <SeePayouts file={file} />
          <DecisionButton
            refusal={file.refusal}
            className="mt-3"
            aria-haspopup="dialog"
            onClick={() => setReleasing(file)}
          >
            {m.payouts_file_release({ total: formatMoney(file.total) })}
          </DecisionButton>
        </Notice>
      ))}
      {releasing && (
        <ReleaseDialog file={releasing} onReleased={onReleased} onClose={() => setReleasing(undefined)} />
      )}
    </>
  );
}

/** Payouts of a bank file, limited to one page. */
function PayoutsInFile({ file: { id, payouts } }: { file: BankFile }) {
  const query = payoutsQuery({ pageIndex: 1, pageSize: 200, searchText: "", exportId: id });
  const found = useQuery(query).data?.items;
  if (!found) return <Skeleton className="mt-4 h-24" />;
  return (
    <ul className="mt-4 grid border-y border-line">
      {found.map((payout) => (
        <li key={payout.id} className="flex justify-between gap-4 border-line py-2 not-first:border-t">
          <span className="min-w-0 wrap-anywhere">{payout.tenantName}</span>
          <Money amount={payout.amount} />
        </li>
      ))}
      {payouts > found.length && (
        <li className="py-2">{m.payouts_file_more({ count: payouts - found.length })}</li>
      )}
    </ul>
  );
}

interface ReleaseDialogProps extends Pick<WaitingBankFilesProps, "onReleased"> {
  file: BankFile;
  onClose: () => void;
}

function ReleaseDialog({ file, onReleased, onClose }: ReleaseDialogProps) {
  const { id, number, payouts, total } = file;
  // A file whose payouts are all left out is not released.
  const isReleased = useRef(false);
  const { mutation } = useSave({
    save: async () => {
      const path = { id };
      const released = await call("put", "/api/v1/Payouts/exports/{id}/released", { path, body: { total } });
      isReleased.current = released.releasedAt !== null;
      onReleased?.(released);
    },
    isRepeatable: true,
    saved: () => (isReleased.current ? m.payouts_file_released_done() : undefined),
    invalidates: CHANGED_PAYOUTS,
    invalidatesAlways: true,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.payouts_file_release_title({ number })}
      confirmLabel={m.payouts_file_release({ total: formatMoney(total) })}
      mutation={mutation}
      variables={undefined}
    >
      <p>{m.payouts_file_release_text({ total: formatMoney(total), count: payouts })}</p>
      <PayoutsInFile file={file} />
    </ConfirmDialog>
  );
}
