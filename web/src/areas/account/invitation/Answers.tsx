import { useMutation } from "@tanstack/react-query";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { useProfile } from "@/session/current";
import { signInPath } from "@/session/postSignInRoute";
import { Button } from "@/ui/form/Button";
import { LinkButton } from "@/ui/form/LinkButton";
import { DeclineButton } from "./DeclineButton";

interface AnswersProps {
  code: string;
  /** Email address of the invited person. */
  email: string;
  onAnswer: (answer: "accepted" | "declined") => void;
}

async function accept(code: string): Promise<void> {
  await call("post", "/api/v1/Accounts/offers/{token}/accepted", { path: { token: code } });
  const session = await import("@/session/session");
  await session.reloadProfile();
}

/**
 * Buttons that accept or decline an offered role. Accepting needs the invited account; declining needs only the emailed code.
 */
export function Answers({ code, email, onAnswer }: AnswersProps) {
  const profile = useProfile();
  const accepting = useMutation({ mutationFn: () => accept(code), onSuccess: () => onAnswer("accepted") });
  return (
    <>
      {profile?.email === email ? (
        <Button
          variant="primary"
          size="large"
          isBusy={accepting.isPending}
          onClick={() => accepting.mutate()}
        >
          {m.invitation_accept()}
        </Button>
      ) : (
        <SignInAsAsked code={code} email={email} isSomebodyElse={profile !== undefined} />
      )}
      <DeclineButton size="large" code={code} onDeclined={() => onAnswer("declined")} />
    </>
  );
}

interface SignInAsAskedProps {
  code: string;
  email: string;
  isSomebodyElse: boolean;
}

function SignInAsAsked({ code, email, isSomebodyElse }: SignInAsAskedProps) {
  const back = paths.invitation(code);
  const door = `${signInPath(back)}&${new URLSearchParams({ email })}`;
  if (!isSomebodyElse) {
    return (
      <LinkButton to={door} variant="primary" size="large">
        {m.invitation_sign_in()}
      </LinkButton>
    );
  }
  const change = async () => {
    const session = await import("@/session/session");
    await session.signOut();
    location.assign(door);
  };
  return (
    <Button variant="primary" size="large" onClick={() => void change()}>
      {m.invitation_change_person()}
    </Button>
  );
}
