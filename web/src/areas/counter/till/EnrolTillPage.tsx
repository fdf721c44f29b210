import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import { callAsNobody } from "@/api/client";
import { ApiError } from "@/api/error";
import { StepPage } from "@/shared/page/StepPage";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { canStoreTillSecret, storeTillSecret } from "@/session/tillSecret";
import { Button } from "@/ui/form/Button";
import { LinkButton } from "@/ui/form/LinkButton";

function isDeadLink(error: Error): boolean {
  return error instanceof ApiError && (error.errorCode === "DEAD_LINK" || "token" in error.fields);
}

/** Page behind the link of a till. A button enrols this device as the till; opening the page changes nothing. */
export function EnrolTillPage() {
  // The token is in the fragment, so that it reaches the server only in the body of the call.
  const { hash } = useLocation();
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get("token") ?? "");
  const [isDead, setIsDead] = useState(token === "");
  const { data: canKeep } = useQuery({ queryKey: ["can-keep-till"], queryFn: canStoreTillSecret });
  const enrol = useMutation({
    mutationFn: async () => {
      const till = await callAsNobody("post", "/api/v1/Tills/enrolled", { body: { token } });
      await storeTillSecret(till.secret);
      return till;
    },
    onError: (error) => setIsDead(isDeadLink(error)),
    // The page itself reports a dead link.
    meta: { showsItsOwnErrors: isDeadLink },
  });

  if (enrol.isSuccess) {
    const { name, vendorName } = enrol.data;
    return (
      <StepPage
        title={m.tills_enrolled()}
        scene="all-done"
        actions={
          // The link works once, so replace it in the history.
          <LinkButton to={paths.till()} replace variant="primary" size="large">
            {m.tills_go()}
          </LinkButton>
        }
      >
        <p>{m.tills_enrolled_text({ shop: vendorName, till: name })}</p>
      </StepPage>
    );
  }
  if (isDead) {
    return (
      <StepPage title={m.account_dead_link()} scene="went-wrong">
        <p>{m.tills_dead_link()}</p>
      </StepPage>
    );
  }
  if (canKeep === false) {
    return (
      <StepPage title={m.tills_cannot_keep()} scene="went-wrong">
        <p>{m.tills_cannot_keep_text()}</p>
      </StepPage>
    );
  }
  return (
    <StepPage
      title={m.tills_enrol()}
      scene="all-done"
      actions={
        <Button variant="primary" size="large" isBusy={enrol.isPending} onClick={() => enrol.mutate()}>
          {m.tills_enrol_button()}
        </Button>
      }
    >
      <p>{m.tills_enrol_text()}</p>
    </StepPage>
  );
}
