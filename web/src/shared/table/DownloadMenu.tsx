import { useId } from "react";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { PopUpChoices } from "@/ui/overlay/PopUp";
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

/** Menu of file formats for a download. */
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
      <PopUpChoices id={id} label={label} choices={FILE_KINDS} onChoose={onSave} />
    </>
  );
}
