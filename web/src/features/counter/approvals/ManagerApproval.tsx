import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { call } from "@/api/client";
import { errorText } from "@/api/error";
import { invalidate } from "@/api/reading";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { Button } from "@/ui/form/Button";
import { Checkbox } from "@/ui/form/Checkbox";
import { Dialog } from "@/ui/overlay/Dialog";
import { Icon } from "@/ui/Icon";
import { Notice } from "@/ui/layout/Notice";
import { APPROVALS } from "./approvals";
import { currentTillQuery, type CurrentTill, type TillClerk } from "@/features/till/currentTill";
import {
  ManagerPinFields,
  managersAt,
  useManagerPin,
  type ManagerPin,
} from "@/features/till/ManagerPinFields";

interface ManagerApprovalProps {
  approvalId: string;
  /** First name of the clerk who waits. */
  clerk: string;
}

/** Lets a manager approve a waiting redemption at the till with their PIN. */
export function ManagerApproval(props: ManagerApprovalProps) {
  const profile = useProfile();
  const [isOpen, setIsOpen] = useState(false);
  const { data: till } = useQuery({ ...currentTillQuery(), enabled: Boolean(profile?.till) });
  const managers = managersAt(till, profile?.userId);
  if (!till || managers.length === 0) return null;
  return (
    <>
      <Button size="large" variant="primary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Icon name="key-round" size={22} />
        {m.approval_by_pin()}
      </Button>
      {isOpen && <PinDialog {...props} till={till} managers={managers} onClose={() => setIsOpen(false)} />}
    </>
  );
}

interface PinDialogProps extends ManagerApprovalProps {
  till: CurrentTill;
  managers: readonly TillClerk[];
  onClose: () => void;
}

function PinDialog({ approvalId, clerk, till, managers, onClose }: PinDialogProps) {
  const client = useQueryClient();
  const fields = useManagerPin(managers);
  const [forAnHour, setForAnHour] = useState(false);
  const approve = useMutation({
    mutationFn: (manager: ManagerPin) =>
      call("post", "/api/v1/Tills/approvals/{id}/approved", {
        path: { id: approvalId },
        till: till.secret,
        body: { ...manager, forAnHour },
      }),
    meta: { showsItsOwnErrors: true },
    onSuccess: onClose,
    onError: () => fields.setPin(""),
    onSettled: () => invalidate(client, APPROVALS),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields.typed && !approve.isPending) approve.mutate(fields.typed);
  };
  return (
    <Dialog isOpen onClose={onClose} title={m.approval_by_pin_title()}>
      <form onSubmit={submit} className="grid gap-5 text-start">
        <ManagerPinFields {...fields} />
        <Checkbox
          label={m.approval_for_an_hour({ name: clerk })}
          checked={forAnHour}
          onChange={({ target }) => setForAnHour(target.checked)}
        />
        {approve.error && <Notice tone="danger">{errorText(approve.error)}</Notice>}
        <Button
          type="submit"
          size="large"
          variant="primary"
          isBusy={approve.isPending}
          disabled={!fields.typed}
        >
          {m.approval_by_pin_go()}
        </Button>
      </form>
    </Dialog>
  );
}
