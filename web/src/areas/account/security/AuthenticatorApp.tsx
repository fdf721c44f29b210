import { useMutation } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { call } from "@/api/client";
import { Panel } from "@/areas/account/profile/Panel";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { Button } from "@/ui/form/Button";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { toast } from "@/ui/overlay/toast";
import type { OnChange } from "./queries";

const AppSetup = lazyPiece(async () => (await import("./AppSetup")).AppSetup);

interface AuthenticatorAppProps {
  since: string | null;
  onChange: OnChange;
}

/** Panel that sets up or removes the authenticator app. */
export function AuthenticatorApp({ since, onChange }: AuthenticatorAppProps) {
  const begin = useMutation({ mutationFn: () => call("post", "/api/v1/Accounts/me/authenticator-app") });
  return (
    <Panel title={m.security_app()}>
      <p className="text-ink-soft">{m.security_app_text()}</p>
      {since !== null ? (
        <Removal since={since} onChange={onChange} />
      ) : begin.data ? (
        <Suspense>
          <AppSetup {...begin.data} onChange={onChange} />
        </Suspense>
      ) : (
        <Button isBusy={begin.isPending} onClick={() => begin.mutate()} className="mt-5">
          <Icon name="smartphone" size={20} />
          {m.security_app_add()}
        </Button>
      )}
    </Panel>
  );
}

function Removal({ since, onChange }: { since: string; onChange: OnChange }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => call("delete", "/api/v1/Accounts/me/authenticator-app"),
    onSuccess: async () => {
      toast.success(m.security_app_removed());
      await onChange();
    },
  });
  return (
    <>
      <p className="mt-3 font-semibold">{m.security_app_since({ day: formatDay(since) })}</p>
      <Button aria-haspopup="dialog" onClick={() => setIsAsking(true)} className="mt-5">
        {m.security_app_remove()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={m.security_app_remove()}
        confirmLabel={m.security_passkey_remove()}
        isDangerous
        mutation={remove}
        variables={undefined}
      >
        {m.security_remove_text()}
      </ConfirmDialog>
    </>
  );
}
