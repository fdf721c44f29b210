import { useId } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import type { FileKind } from "./saveReport";

export const FILE_KINDS = [
  ["csv", m.reports_as_csv],
  ["xlsx", m.reports_as_xlsx],
  ["letter", m.reports_as_letter],
  ["a4", m.reports_as_a4],
] as const satisfies readonly (readonly [FileKind, () => string])[];

interface DownloadMenuProps {
  isBusy: boolean;
  isDisabled: boolean;
  onSave: (kind: FileKind) => void;
}

/** As what a report is saved. The browser's own popover closes it when somebody goes on. */
export function DownloadMenu({ isBusy, isDisabled, onSave }: DownloadMenuProps) {
  const id = useId();
  return (
    <>
      <Button isBusy={isBusy} disabled={isDisabled} popoverTarget={id}>
        <Icon name="download" size={20} />
        {m.reports_download()}
      </Button>
      <div id={id} popover="auto" role="group" aria-label={m.reports_download()} className="view-menu">
        <div className="grid gap-2">
          {FILE_KINDS.map(([kind, label]) => (
            <Button
              key={kind}
              variant="quiet"
              size="small"
              popoverTarget={id}
              popoverTargetAction="hide"
              onClick={() => onSave(kind)}
            >
              {label()}
            </Button>
          ))}
        </div>
      </div>
    </>
  );
}
