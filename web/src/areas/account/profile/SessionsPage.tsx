import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { useLoaded } from "@/shared/page/useLoaded";
import { Button } from "@/ui/form/Button";
import { Chip } from "@/ui/list/Chip";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { Icon } from "@/ui/Icon";
import { toast } from "@/ui/overlay/toast";
import { browserName, isPhone } from "@/features/people/browserName";
import { Panel, PanelPage } from "./Panel";
import { sessionsQuery, type Session } from "./queries";

/** The user's sessions, with buttons that end one or all of them. */
export function SessionsPage() {
  const sessions = useLoaded(sessionsQuery());
  return (
    <PanelPage title={m.profile_sessions()} lead={m.profile_sessions_lead()}>
      <Panel>
        <ul className="-my-4 divide-y divide-line">
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
      </Panel>
      <div className="flex flex-wrap gap-3">
        {sessions.length > 1 && <SignOutOthers />}
        <SignOutEverywhere />
      </div>
    </PanelPage>
  );
}

function SessionItem({ session }: { session: Session }) {
  const name = session.till ? m.tills_at({ till: session.till }) : browserName(session.userAgent);
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call("delete", "/api/v1/Accounts/me/sessions/{id}", { path: { id: session.id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionsQuery().queryKey });
      toast.success(m.profile_session_ended());
    },
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <Icon name={isPhone(session.userAgent) ? "smartphone" : "monitor"} className="text-brand" />
      <div className="min-w-0 grow basis-52">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {name}
          {session.isCurrent && <Chip tone="success">{m.profile_this_browser()}</Chip>}
        </p>
        <p className="text-sm text-ink-soft">
          {m.profile_last_used({ moment: formatMoment(session.lastUsedAt) })}
        </p>
        <p className="text-sm text-ink-soft">
          {m.profile_signed_in_since({ moment: formatMoment(session.createdAt) })}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          size="small"
          isBusy={end.isPending}
          aria-label={m.profile_sign_out_one({ name })}
          onClick={() => end.mutate()}
        >
          {m.profile_sign_out()}
        </Button>
      )}
    </li>
  );
}

function SignOutOthers() {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call("delete", "/api/v1/Accounts/me/sessions", { query: { othersOnly: true } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: sessionsQuery().queryKey });
      toast.success(m.profile_others_signed_out());
    },
  });
  return (
    <Button isBusy={end.isPending} onClick={() => end.mutate()}>
      {m.profile_sign_out_others()}
    </Button>
  );
}

function SignOutEverywhere() {
  const [isAsking, setIsAsking] = useState(false);
  const end = useMutation({
    mutationFn: async () => {
      const { duringSignOut } = await import("@/session/session");
      return duringSignOut(() => call("delete", "/api/v1/Accounts/me/sessions"));
    },
    onSuccess: async () => (await import("@/session/session")).leave(),
  });
  return (
    <div>
      <Button aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        <Icon name="log-out" size={20} />
        {m.profile_sign_out_everywhere()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={m.profile_sign_out_everywhere()}
        confirmLabel={m.profile_sign_out()}
        isDangerous
        mutation={end}
        variables={undefined}
      >
        {m.profile_sign_out_everywhere_text()}
      </ConfirmDialog>
    </div>
  );
}
