import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "@/i18n";
import { Captcha } from "@/features/captcha/Captcha";
import { RichMessage } from "@/ui/RichMessage";
import { resendConfirmation } from "./resend";

/** Sends the confirmation email again to a known address. If the captcha isn't solved yet, the email is sent once it is. */
export function ResendHere({ email }: { email: string }) {
  const [token, setToken] = useState("");
  const [isAskedFor, setIsAskedFor] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: resendConfirmation,
    // The server accepts a captcha token only once, whatever the result.
    onSettled: () => setToken(""),
  });

  const ask = (given: string) => {
    if (isPending) return;
    setIsAskedFor(given === "");
    if (given !== "") mutate({ email, reCaptchaToken: given });
  };
  const take = (given: string) => {
    setToken(given);
    if (isAskedFor) ask(given);
  };

  const here = (
    <button
      type="button"
      className="font-[650] text-brand underline decoration-[1.5px] underline-offset-3 aria-busy:cursor-progress aria-busy:opacity-60"
      aria-busy={isAskedFor || isPending || undefined}
      onClick={() => ask(token)}
    >
      {m.account_resend_here()}
    </button>
  );
  return (
    <>
      <p className="mb-6 text-lg">
        <RichMessage message={m.account_resend_text} parts={{ address: <strong>{email}</strong>, here }} />
      </p>
      <Captcha purpose="resend" isWanted token={token} onToken={take} />
    </>
  );
}
