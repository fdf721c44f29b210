import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { ActionsHeader, RowActions } from "@/areas/admin/lists/RowActions";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { EmailAddress } from "@/shared/people/EmailAddress";
import { roleName } from "@/shared/people/roleName";
import { Cell, HeaderCell, Table } from "@/shared/table/Table";
import { Button } from "@/ui/Button";
import { Chip } from "@/ui/Chip";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Pagination } from "@/ui/Pagination";
import { toast } from "@/ui/toast";
import { invitationsQuery, USERS, type Invitation } from "./queries";

/** What was offered and not accepted so far. Of who was asked it shows only the address that somebody here typed. */
export function Invitations({ tenantId }: { tenantId: string | undefined }) {
  const [page, setPage] = useState(1);
  const [withdrawn, setWithdrawn] = useState<Invitation>();
  const query = useQuery(invitationsQuery(tenantId, page));
  const found = query.data;
  if (!found || found.totalItems === 0) return null;
  return (
    <section className="mt-10">
      <h2 className="text-xl">{m.users_invitations()}</h2>
      <p className="mt-1 mb-4 text-ink-soft">{m.users_invitations_text()}</p>
      <Table
        caption={m.users_invitations()}
        header={
          <>
            <HeaderCell>{m.field_email()}</HeaderCell>
            <HeaderCell>{m.field_role()}</HeaderCell>
            <HeaderCell>{m.users_invitation_sent_on()}</HeaderCell>
            <HeaderCell>{m.users_invitation_state()}</HeaderCell>
            <ActionsHeader />
          </>
        }
        columnCount={5}
        query={query}
        isStacking
        empty={m.users_invitations_none()}
        rows={found.items.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            showsTenant={tenantId === undefined}
            onWithdraw={setWithdrawn}
          />
        ))}
      />
      {found.totalPages > 1 && (
        <div className="mt-3 flex justify-end">
          <Pagination
            page={page}
            pageCount={found.totalPages}
            onPage={setPage}
            label={m.users_invitations_pages()}
          />
        </div>
      )}
      {withdrawn && <WithdrawDialog invitation={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </section>
  );
}

interface InvitationRowProps {
  invitation: Invitation;
  showsTenant: boolean;
  onWithdraw: (invitation: Invitation) => void;
}

function InvitationRow({ invitation, showsTenant, onWithdraw }: InvitationRowProps) {
  const { email, role, tenantName, sentAt, state } = invitation;
  return (
    <tr>
      <Cell label={m.field_email()} isLong>
        <EmailAddress address={email} />
      </Cell>
      <Cell label={m.field_role()}>
        <span className="block leading-snug">{roleName(role)}</span>
        {showsTenant && tenantName && (
          <span className="block text-sm leading-snug text-ink-soft">{tenantName}</span>
        )}
      </Cell>
      <Cell label={m.users_invitation_sent_on()}>{formatDay(sentAt)}</Cell>
      <Cell isStatus>
        <StateChip invitation={invitation} />
      </Cell>
      <RowActions>
        {state === "OFFERED" && <SendAgainButton invitation={invitation} />}
        <Button
          size="small"
          variant="quiet"
          aria-haspopup="dialog"
          aria-label={m.users_invitation_withdraw_one({ email })}
          onClick={() => onWithdraw(invitation)}
        >
          {m.users_invitation_withdraw()}
        </Button>
      </RowActions>
    </tr>
  );
}

function StateChip({ invitation: { state, isExpired } }: { invitation: Invitation }) {
  if (state === "DECLINED") return <Chip>{m.users_invitation_declined()}</Chip>;
  if (isExpired) return <Chip tone="warning">{m.users_invitation_expired()}</Chip>;
  return <Chip tone="brand">{m.users_invited()}</Chip>;
}

function SendAgainButton({ invitation: { id, email } }: { invitation: Invitation }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call("post", "/api/v1/Accounts/invitations/{id}/sent-again", { path: { id } }),
    onSuccess: () => {
      toast.success(m.users_invitation_sent());
      return client.invalidateQueries({ queryKey: USERS });
    },
  });
  return (
    <Button
      size="small"
      isBusy={isPending}
      aria-label={m.users_invitation_again_one({ email })}
      onClick={() => mutate()}
    >
      {m.users_invitation_again()}
    </Button>
  );
}

interface WithdrawDialogProps {
  invitation: Invitation;
  onClose: () => void;
}

function WithdrawDialog({ invitation: { id, email }, onClose }: WithdrawDialogProps) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => call("delete", "/api/v1/Accounts/invitations/{id}", { path: { id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: USERS });
      toast.success(m.users_invitation_withdrawn());
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={m.users_invitation_withdraw_title()}
      confirmLabel={m.users_invitation_withdraw()}
      isDangerous
      mutation={mutation}
      variables={undefined}
    >
      {m.users_invitation_withdraw_text({ email })}
    </ConfirmDialog>
  );
}
