import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { Panel } from "@/areas/account/profile/Panel";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { saveFile } from "@/lib/saveFile";
import { Button } from "@/ui/form/Button";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Dialog } from "@/ui/overlay/Dialog";
import { Icon } from "@/ui/Icon";
import { toast } from "@/ui/overlay/toast";

/** At or below this number of codes, the panel warns: a person who loses a phone may need several. */
const FEW = 2;

function codesLeft(count: number): string {
  if (count === 0) return m.security_codes_left_none();
  return m.security_codes_left({ count });
}

interface RecoveryCodesProps {
  left: number;
  onNewCodes: (codes: string[]) => void;
}

/** Panel with the number of unused recovery codes and a button for new ones. */
export function RecoveryCodes({ left, onNewCodes }: RecoveryCodesProps) {
  const [isAsking, setIsAsking] = useState(false);
  const renew = useMutation({
    mutationFn: () => call("post", "/api/v1/Accounts/me/recovery-codes"),
    // Don't await: the dialog closes immediately and hands the focus to the codes.
    onSuccess: ({ recoveryCodes }) => onNewCodes(recoveryCodes),
  });
  return (
    <Panel title={m.security_codes()}>
      <p className="text-ink-soft">{m.security_codes_text()}</p>
      <p className="mt-3 font-semibold">
        {codesLeft(left)}
        {left <= FEW && <span className="block text-danger">{m.security_codes_few()}</span>}
      </p>
      <Button aria-haspopup="dialog" onClick={() => setIsAsking(true)} className="mt-5">
        <Icon name="rotate-cw" size={20} />
        {m.security_codes_renew()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={m.security_codes_renew()}
        confirmLabel={m.security_codes_renew()}
        mutation={renew}
        variables={undefined}
      >
        {m.security_codes_renew_text()}
      </ConfirmDialog>
    </Panel>
  );
}

/** New recovery codes. They are shown only once, so leaving the page asks for confirmation. */
export function ShownCodes({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join("\n"));
    toast.success(m.security_codes_copied());
  };
  const download = () =>
    saveFile(`${brand.slug}-${m.security_codes_file()}.txt`, codes.join("\n"), "text/plain");
  return (
    <Dialog
      isOpen
      onClose={undefined}
      title={m.security_codes()}
      footer={
        <Button variant="primary" onClick={onKept} className="print:hidden">
          {m.security_codes_kept()}
        </Button>
      }
    >
      <p>{m.security_codes_shown()}</p>
      <ul className="mt-4 grid grid-cols-2 gap-2 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => void copy()}>{m.security_codes_copy()}</Button>
        <Button onClick={download}>{m.security_codes_download()}</Button>
        <Button onClick={() => print()}>{m.security_codes_print()}</Button>
      </div>
    </Dialog>
  );
}
