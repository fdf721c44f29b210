import { useMutation } from "@tanstack/react-query";
import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import type { Profile } from "@/session/current";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { Notice } from "@/ui/layout/Notice";

interface PasskeySignInProps {
  label: string;
  /** Ticket of a person who has entered their password. */
  ticket?: string | undefined;
  onSignedIn: (profile: Profile) => void;
  /** Called with `true` when the browser starts to ask for a passkey, and with `false` when it ends. */
  onAsking?: ((isAsking: boolean) => void) | undefined;
}

/** Signs in with a passkey, alone or after the password. */
export function PasskeySignIn({ label, ticket, onSignedIn, onAsking }: PasskeySignInProps) {
  const { mutate, data, error, isPending, isSuccess } = useMutation({
    mutationFn: async () => (await import("@/session/session")).signInByPasskey(ticket),
    onMutate: () => onAsking?.(true),
    onSettled: () => onAsking?.(false),
    onSuccess: (profile) => profile && onSignedIn(profile),
    meta: { showsItsOwnErrors: true },
  });
  const problem =
    error instanceof ApiError ? error.errorMessage : isSuccess && !data && m.security_no_passkey();
  return (
    <div className="mt-4">
      <Button size="large" isBusy={isPending} onClick={() => mutate()} className="w-full">
        <Icon name="key-round" size={20} />
        {label}
      </Button>
      {problem && (
        <Notice tone="danger" className="mt-4">
          {problem}
        </Notice>
      )}
    </div>
  );
}
