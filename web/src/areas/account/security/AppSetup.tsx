import { useMutation } from "@tanstack/react-query";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { QrCode } from "@/features/card/QrCode";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { codeSchema } from "@/shared/proof/schema";
import { Button } from "@/ui/form/Button";
import { buttonClass } from "@/ui/form/buttonClass";
import { Icon } from "@/ui/Icon";
import { toast } from "@/ui/overlay/toast";
import type { OnChange } from "./queries";

interface AppSetupProps {
  secret: string;
  uri: string;
  onChange: OnChange;
}

/** Setup of an authenticator app: the QR code to scan, and a field for its first code. */
export function AppSetup({ secret, uri, onChange }: AppSetupProps) {
  const form = useZodForm(codeSchema(m.security_code()), { code: "" });
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => call("put", "/api/v1/Accounts/me/authenticator-app", { body }),
    onSuccess: async ({ recoveryCodes }) => {
      toast.success(m.security_app_added());
      await onChange(recoveryCodes);
    },
  });
  const copyKey = async () => {
    await navigator.clipboard.writeText(secret);
    toast.success(m.security_app_key_copied());
  };
  return (
    <div className="mt-5 grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)]">
      <QrCode content={uri} label={m.security_app_picture()} className="size-44 rounded-control" />
      <div className="min-w-0">
        <p>{m.security_app_scan()}</p>
        <p className="mt-3 text-sm text-ink-soft">{m.security_app_key()}</p>
        <p className="font-mono">{secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</p>
        <div className="mt-3 flex flex-wrap gap-3">
          {/* A phone can't scan its own screen, so it opens the app by a link. */}
          <a href={uri} className={buttonClass({}, "hidden pointer-coarse:inline-flex")}>
            <Icon name="smartphone" size={20} />
            {m.security_app_open()}
          </a>
          <Button onClick={() => void copyKey()}>
            <Icon name="copy" size={20} />
            {m.security_app_key_copy()}
          </Button>
        </div>
        <Form
          form={form}
          onSubmit={confirm.mutateAsync}
          submitLabel={m.security_app_confirm()}
          isUnguarded
          className="mt-5"
        >
          <FormTextField
            name="code"
            label={m.security_code()}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        </Form>
      </div>
    </div>
  );
}
