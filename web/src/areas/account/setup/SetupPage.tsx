import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { callAsNobody } from "@/api/client";
import { ApiError } from "@/api/error";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { QuietPage } from "@/shared/page/QuietPage";
import { useLoaded } from "@/shared/page/useLoaded";
import { Button } from "@/ui/form/Button";
import { AdministratorForm } from "./AdministratorForm";
import { setupQuery } from "./queries";

export function isDeadLink(error: Error): boolean {
  return error instanceof ApiError && error.errorCode === "DEAD_LINK";
}

/** Returns the token of the printed link. Removes it from the address, so that it stays in no history. */
function useToken(): string {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get("token") ?? "");
  useEffect(() => {
    if (hash !== "") void navigate({ hash: "" }, { replace: true });
  }, [hash, navigate]);
  return token;
}

/** First page of a new server. Visitors read that the shop opens soon; the printed link leads to the form. */
export function SetupPage() {
  const { linkLastsHours } = useLoaded(setupQuery());
  const token = useToken();
  const [isDead, setIsDead] = useState(false);
  const open = useMutation({
    mutationFn: () => callAsNobody("post", "/api/v1/Setup/sessions", { body: { token } }),
    onError: (error) => setIsDead(isDeadLink(error)),
    // The page itself reports a dead link.
    meta: { showsItsOwnErrors: isDeadLink },
  });
  if (isDead) {
    return (
      <QuietPage title={m.account_dead_link()} lead={m.setup_dead_link({ hours: linkLastsHours })}>
        <p>
          <code>funray setup-link</code>
        </p>
      </QuietPage>
    );
  }
  if (open.isSuccess) {
    return (
      <QuietPage title={m.setup_administrator()} lead={m.setup_administrator_lead()}>
        <AdministratorForm setupKey={open.data.key} onDeadLink={() => setIsDead(true)} />
      </QuietPage>
    );
  }
  if (token === "") {
    return (
      <QuietPage title={m.setup_soon()} lead={m.setup_soon_lead({ brand: brand.name })}>
        <p className="text-sm text-ink-soft">{m.setup_soon_operator()}</p>
      </QuietPage>
    );
  }
  return (
    <QuietPage title={m.setup_title({ brand: brand.name })} lead={m.setup_lead()}>
      <Button variant="primary" size="large" isBusy={open.isPending} onClick={() => open.mutate()}>
        {m.setup_begin()}
      </Button>
    </QuietPage>
  );
}
