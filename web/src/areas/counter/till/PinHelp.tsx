import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { callAsNobody } from "@/api/client";
import { errorText } from "@/api/error";
import type { CurrentTill, TillClerk } from "@/features/till/currentTill";
import {
  ManagerPinFields,
  managersAt,
  useManagerPin,
  type ManagerPin,
} from "@/features/till/ManagerPinFields";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { Notice } from "@/ui/layout/Notice";
import { PasswordField } from "@/ui/form/PasswordField";
import { RadioGroup } from "@/ui/form/RadioGroup";
import { toast } from "@/ui/overlay/toast";

const PIN = /^\d{4,8}$/;

const digits = (text: string) => text.replaceAll(/\D/g, "");

interface PinHelpProps {
  till: CurrentTill;
  clerk: TillClerk;
  onHelped: () => void;
  onClose: () => void;
}

/** Dialog in which a manager unlocks a clerk's PIN at the till, or lets the clerk choose another one. */
export function PinHelp({ till, clerk, onHelped, onClose }: PinHelpProps) {
  const managers = managersAt(till, clerk.id);
  return (
    <Dialog isOpen onClose={onClose} title={m.tills_pin_help_title({ name: clerk.name })}>
      {managers.length === 0 ? (
        <p>{m.tills_pin_help_none()}</p>
      ) : (
        <HelpForm till={till} clerk={clerk} managers={managers} onHelped={onHelped} />
      )}
    </Dialog>
  );
}

interface HelpFormProps extends Omit<PinHelpProps, "onClose"> {
  managers: readonly TillClerk[];
}

function HelpForm({ till, clerk, managers, onHelped }: HelpFormProps) {
  const fields = useManagerPin(managers);
  const [isRenewed, setIsRenewed] = useState(!clerk.isLocked);
  const [pin, setPin] = useState("");
  const [again, setAgain] = useState("");
  const [isTouched, setIsTouched] = useState(false);
  const problem = !isRenewed
    ? undefined
    : !PIN.test(pin)
      ? m.tills_pin_length()
      : pin === again
        ? undefined
        : m.tills_pins_differ();
  const help = useMutation({
    mutationFn: (manager: ManagerPin) => {
      const body = { personId: clerk.id, ...manager };
      const device = { till: till.secret };
      return isRenewed
        ? callAsNobody("post", "/api/v1/Tills/pins/renewed", { ...device, body: { ...body, pin } })
        : callAsNobody("post", "/api/v1/Tills/pins/unlocked", { ...device, body });
    },
    meta: { showsItsOwnErrors: true },
    onSuccess: () => {
      toast.success(isRenewed ? m.tills_pin_chosen() : m.tills_unlocked());
      onHelped();
    },
    onError: () => fields.setPin(""),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTouched(true);
    if (fields.typed && !problem && !help.isPending) help.mutate(fields.typed);
  };
  return (
    <form onSubmit={submit} className="grid gap-5">
      {clerk.isLocked && (
        <RadioGroup
          legend={m.tills_pin_help()}
          name="help"
          value={isRenewed ? "renew" : "unlock"}
          choices={[
            { value: "unlock", text: m.tills_pin_help_unlock() },
            { value: "renew", text: m.tills_pin_help_renew() },
          ]}
          onPick={(value) => setIsRenewed(value === "renew")}
        />
      )}
      {isRenewed && (
        <>
          <PasswordField
            label={m.tills_new_pin()}
            hint={m.tills_pin_length()}
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            value={pin}
            error={isTouched ? problem : undefined}
            onChange={({ target }) => setPin(digits(target.value))}
          />
          <PasswordField
            label={m.tills_pin_again()}
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            value={again}
            onChange={({ target }) => setAgain(digits(target.value))}
          />
        </>
      )}
      <ManagerPinFields {...fields} />
      {help.error && <Notice tone="danger">{errorText(help.error)}</Notice>}
      <Button type="submit" size="large" variant="primary" isBusy={help.isPending} disabled={!fields.typed}>
        {isRenewed ? m.tills_pin_save() : m.tills_pin_help_unlock()}
      </Button>
    </form>
  );
}
