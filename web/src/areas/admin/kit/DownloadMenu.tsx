import { useId } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/Button";
import { Icon } from "@/ui/Icon";
import type { FileKind } from "./saveSheets";

export const FILE_KINDS = [
  ["csv", m.reports_as_csv],
  ["xlsx", m.reports_as_xlsx],
  ["letter", m.reports_as_letter],
  ["a4", m.reports_as_a4],
] as const satisfies readonly (readonly [FileKind, () => string])[];

interface DownloadMenuProps {
  label?: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  onSave: (kind: FileKind) => void;
}

/** As what something is saved. The browser's own popover closes it when somebody goes on. */
export function DownloadMenu({
  label = m.reports_download(),
  isBusy = false,
  isDisabled = false,
  onSave,
}: DownloadMenuProps) {
  const id = useId();
  return (
    <>
      <Button isBusy={isBusy} disabled={isDisabled} popoverTarget={id}>
        <Icon name="download" size={20} />
        {label}
      </Button>
      <div id={id} popover="auto" role="group" aria-label={label} className="view-menu">
        <div className="grid gap-2">
          {FILE_KINDS.map(([kind, name]) => (
            <Button
              key={kind}
              variant="quiet"
              size="small"
              popoverTarget={id}
              popoverTargetAction="hide"
              onClick={() => onSave(kind)}
            >
              {name()}
            </Button>
          ))}
        </div>
      </div>
    </>
  );
}
