import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import { callAsNobody } from "@/api/client";
import { ApiError } from "@/api/error";
import { StepPage } from "@/shared/page/StepPage";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { Button } from "@/ui/form/Button";
import { LinkButton } from "@/ui/form/LinkButton";

function isDeadLink(error: Error): boolean {
  return error instanceof ApiError && (error.errorCode === "DEAD_LINK" || "code" in error.fields);
}

/** Page behind the link of a security email. A button ends all sessions; opening the page changes nothing. */
export function EndSessionsPage() {
  // The code is in the fragment, so that it reaches the server only in the body of the call.
  const { hash } = useLocation();
  const [code] = useState(() => new URLSearchParams(hash.slice(1)).get("code") ?? "");
  const [isDead, setIsDead] = useState(code === "");
  const end = useMutation({
    mutationFn: () => callAsNobody("post", "/api/v1/Accounts/sessions-ended", { body: { code } }),
    onError: (error) => setIsDead(isDeadLink(error)),
  });
  const newPassword = (
    <LinkButton to={paths.forgotPassword()} variant="primary" size="large">
      {m.account_end_sessions_password()}
    </LinkButton>
  );

  if (end.isSuccess) {
    return (
      <StepPage title={m.account_end_sessions_done()} scene="all-done" actions={newPassword}>
        <p>{m.account_end_sessions_done_text()}</p>
      </StepPage>
    );
  }
  if (isDead) {
    return (
      <StepPage title={m.account_dead_link()} scene="went-wrong" actions={newPassword}>
        <p>{m.account_end_sessions_dead_text()}</p>
      </StepPage>
    );
  }
  return (
    <StepPage
      title={m.account_end_sessions()}
      scene="went-wrong"
      actions={
        <Button variant="primary" size="large" isBusy={end.isPending} onClick={() => end.mutate()}>
          {m.profile_sign_out_everywhere()}
        </Button>
      }
    >
      <p>{m.account_end_sessions_text()}</p>
    </StepPage>
  );
}
