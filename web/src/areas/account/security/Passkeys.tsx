import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { call } from "@/api/client";
import { Panel } from "@/areas/account/profile/Panel";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { brandName } from "@/lib/brandNames";
import { formatDay, formatMoment } from "@/lib/dates";
import { canUsePasskeys } from "@/lib/passkeySupport";
import { Button } from "@/ui/form/Button";
import { Chip } from "@/ui/list/Chip";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { toast } from "@/ui/overlay/toast";
import type { OnChange, Passkey } from "./queries";

const RenameDialog = lazyPiece(
  async () => (await import("./RenameDialog")).RenameDialog,
  ({ onClose }) => onClose(),
);
const NewPasskey = lazyPiece(async () => (await import("./NewPasskey")).NewPasskey);

interface PasskeysProps {
  passkeys: Passkey[];
  /** Whether passkeys are a second step after the password. */
  isSecondStep: boolean;
  onChange: OnChange;
}

/** Panel with the user's passkeys and a form for another one. */
export function Passkeys({ passkeys, isSecondStep, onChange }: PasskeysProps) {
  return (
    <Panel title={m.security_passkeys()}>
      <p className="text-ink-soft">{m.security_passkeys_text({ site: location.hostname })}</p>
      {passkeys.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onChange={onChange} />
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <Suspense>
          <NewPasskey key={passkeys.length} isSecondStep={isSecondStep} onChange={onChange} />
        </Suspense>
      ) : (
        <p className="mt-5">{m.security_passkeys_impossible()}</p>
      )}
    </Panel>
  );
}

function PasskeyItem({ passkey, onChange }: { passkey: Passkey; onChange: OnChange }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isRenaming, setIsRenaming] = useState(false);
  const remove = useMutation({
    mutationFn: () => call("delete", "/api/v1/Accounts/me/passkeys/{id}", { path: { id: passkey.id } }),
    onSuccess: async () => {
      toast.success(m.security_passkey_removed());
      await onChange();
    },
  });
  const title = m.security_passkey_remove_one({ name: passkey.name });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <Icon name="key-round" className="text-brand" />
      <div className="min-w-0 grow basis-52">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span className="break-words">{passkey.name}</span>
          {passkey.brand !== brand.slug && (
            <Chip>{m.security_passkey_elsewhere({ brand: brandName(passkey.brand) })}</Chip>
          )}
        </p>
        <p className="text-sm text-ink-soft">
          {m.security_passkey_made({ day: formatDay(passkey.createdAt) })}
        </p>
        <p className="text-sm text-ink-soft">
          {passkey.lastUsedAt === null
            ? m.security_passkey_unused()
            : m.security_passkey_used({ moment: formatMoment(passkey.lastUsedAt) })}
        </p>
      </div>
      <Button
        size="small"
        variant="quiet"
        aria-haspopup="dialog"
        aria-label={m.security_passkey_rename_one({ name: passkey.name })}
        onClick={() => setIsRenaming(true)}
      >
        {m.security_passkey_rename()}
      </Button>
      <Button size="small" aria-haspopup="dialog" aria-label={title} onClick={() => setIsAsking(true)}>
        {m.security_passkey_remove()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={title}
        confirmLabel={m.security_passkey_remove()}
        isDangerous
        mutation={remove}
        variables={undefined}
      >
        {m.security_remove_text()}
      </ConfirmDialog>
      <Suspense>
        {isRenaming && (
          <RenameDialog passkey={passkey} onChange={onChange} onClose={() => setIsRenaming(false)} />
        )}
      </Suspense>
    </li>
  );
}
