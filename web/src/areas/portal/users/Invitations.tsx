import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { PagedSection } from "@/areas/portal/kit/TableSection";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import { EmailAddress } from "@/features/people/EmailAddress";
import { roleName } from "@/features/people/roleName";
import type { Column } from "@/shared/table/DataTable";
import { RowMenu } from "@/shared/table/RowMenu";
import { Chip } from "@/ui/list/Chip";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import type { MenuAction } from "@/ui/rich/ActionMenu";
import { USERS } from "@/areas/portal/kit/people/queries";
import { invitationsQuery, type Invitation } from "./queries";

function columnsOf(showsTenant: boolean): Column<Invitation>[] {
  return [
    {
      id: "email",
      label: m.field_email,
      isLong: true,
      className: "font-normal",
      cell: ({ email, proposedBy }) => (
        <>
          <EmailAddress address={email} />
          {proposedBy !== null && (
            <span className="block text-sm leading-snug text-ink-soft">
              {m.users_proposal_by({ name: proposedBy })}
            </span>
          )}
        </>
      ),
    },
    {
      id: "role",
      label: m.field_role,
      cell: ({ role, tenantName }) => (
        <>
          <span className="block leading-snug">{roleName(role)}</span>
          {showsTenant && <span className="block text-sm leading-snug text-ink-soft">{tenantName}</span>}
        </>
      ),
    },
    { id: "sentAt", label: m.users_invitation_sent_on, cell: ({ sentAt }) => formatDay(sentAt) },
    {
      id: "state",
      label: m.users_invitation_state,
      isStatus: true,
      cell: (invitation) => <InvitationChip invitation={invitation} />,
    },
  ];
}

/**
 * Roles that were offered and not accepted yet. An invited person is shown only by the address
 * typed here.
 */
export function Invitations({ tenantId }: { tenantId: string | undefined }) {
  const [page, setPage] = useState(1);
  const [withdrawn, setWithdrawn] = useState<Invitation>();
  const [decision, setDecision] = useState<Decision>();
  return (
    <>
      <PagedSection
        title={m.users_invitations()}
        lead={m.users_invitations_text()}
        query={useQuery(invitationsQuery(tenantId, page))}
        page={page}
        onPage={setPage}
        pagesLabel={m.users_invitations_pages()}
        columns={columnsOf(tenantId === undefined)}
        idOf={({ id }) => id}
        none={m.users_invitations_none()}
        actions={(invitation) => (
          <InvitationMenu
            invitation={invitation}
            onWithdraw={() => setWithdrawn(invitation)}
            onDecide={(answer) => setDecision({ invitation, answer })}
          />
        )}
      />
      {decision && <DecisionDialog {...decision} onClose={() => setDecision(undefined)} />}
      {withdrawn && <WithdrawDialog invitation={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </>
  );
}

function InvitationChip({ invitation }: { invitation: Invitation }) {
  const { state, isExpired, awaitsAgreement } = invitation;
  if (state === "DECLINED") return <Chip>{m.users_invitation_declined()}</Chip>;
  if (awaitsAgreement) return <Chip tone="warning">{m.users_proposal_waits()}</Chip>;
  if (isExpired) return <Chip tone="warning">{m.users_invitation_expired()}</Chip>;
  return <Chip tone="brand">{m.users_invited()}</Chip>;
}

interface InvitationMenuProps {
  invitation: Invitation;
  onWithdraw: () => void;
  onDecide: (answer: Answer) => void;
}

function InvitationMenu({ invitation, onWithdraw, onDecide }: InvitationMenuProps) {
  const { id, email, state, awaitsAgreement, mayAgree } = invitation;
  const { mutation } = useSave<void>({
    save: () => call("post", "/api/v1/Accounts/invitations/{id}/sent-again", { path: { id } }),
    saved: m.users_invitation_sent(),
    invalidates: USERS,
  });
  const again: MenuAction = {
    label: m.users_invitation_again(),
    icon: "mail",
    run: () => mutation.mutate(),
    isDisabled: mutation.isPending,
  };
  const withdraw: MenuAction = {
    label: m.users_invitation_withdraw(),
    icon: "trash",
    isDangerous: true,
    run: onWithdraw,
  };
  const decide = (answer: Answer, label: string, icon: MenuAction["icon"]): MenuAction => ({
    label,
    icon,
    isDangerous: answer === "declined",
    run: () => onDecide(answer),
  });
  if (mayAgree) {
    const approve = decide("approved", m.users_proposal_approve(), "check");
    return <RowMenu name={email} actions={[approve, decide("declined", m.users_proposal_decline(), "x")]} />;
  }
  const isSent = state === "OFFERED" && !awaitsAgreement;
  return <RowMenu name={email} actions={isSent ? [again, withdraw] : [withdraw]} />;
}

type Answer = "approved" | "declined";

interface Decision {
  invitation: Invitation;
  answer: Answer;
}

/** Dialog in which a super administrator approves or declines a proposed administrator. */
function DecisionDialog({ invitation, answer, onClose }: Decision & { onClose: () => void }) {
  const { id, email, proposedBy } = invitation;
  const isApproval = answer === "approved";
  const { mutation } = useSave<undefined>({
    save: () => call("post", `/api/v1/Accounts/invitations/{id}/${answer}`, { path: { id } }),
    saved: isApproval ? m.users_proposal_approved() : m.users_proposal_declined(),
    invalidates: USERS,
  });
  const proposal = { email, name: proposedBy ?? "" };
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={isApproval ? m.users_proposal_approve_title() : m.users_proposal_decline_title()}
      confirmLabel={isApproval ? m.users_proposal_approve() : m.users_proposal_decline()}
      isDangerous={!isApproval}
      mutation={mutation}
      variables={undefined}
    >
      {isApproval ? m.users_proposal_approve_text(proposal) : m.users_proposal_decline_text(proposal)}
    </ConfirmDialog>
  );
}

interface WithdrawDialogProps {
  invitation: Invitation;
  onClose: () => void;
}

function WithdrawDialog({ invitation: { id, email }, onClose }: WithdrawDialogProps) {
  const { mutation } = useSave<undefined>({
    save: () => call("delete", "/api/v1/Accounts/invitations/{id}", { path: { id } }),
    saved: m.users_invitation_withdrawn(),
    invalidates: USERS,
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
