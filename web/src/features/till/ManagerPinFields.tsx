import { useId, useState } from "react";
import { m } from "@/i18n";
import { PasswordField } from "@/ui/form/PasswordField";
import { Select } from "@/ui/form/Select";
import type { CurrentTill, TillClerk } from "./currentTill";

const PIN = /^\d{4,8}$/;

export interface ManagerPin {
  managerId: string;
  managerPin: string;
}

/** Returns the managers who can enter their PIN at the till, except for the given person. */
export function managersAt(till: CurrentTill | null | undefined, except?: string): readonly TillClerk[] {
  return till?.clerks.filter(({ isManager, isLocked, id }) => isManager && !isLocked && id !== except) ?? [];
}

/** Holds the chosen manager and the typed PIN. `typed` is set once the PIN is complete. */
export function useManagerPin(managers: readonly TillClerk[]) {
  const [managerId, setManagerId] = useState(managers[0]?.id ?? "");
  const [pin, setPin] = useState("");
  const typed: ManagerPin | undefined = PIN.test(pin) ? { managerId, managerPin: pin } : undefined;
  return { managers, managerId, setManagerId, pin, setPin, typed };
}

/** Fields for a manager's name and PIN. */
export function ManagerPinFields({
  managers,
  managerId,
  setManagerId,
  pin,
  setPin,
}: ReturnType<typeof useManagerPin>) {
  const id = useId();
  return (
    <>
      <Select
        label={m.tills_manager()}
        value={managerId}
        choices={managers.map((manager) => ({ value: manager.id, text: manager.name }))}
        onChange={({ target }) => setManagerId(target.value)}
      />
      <PasswordField
        id={id}
        label={m.tills_manager_pin()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        value={pin}
        onChange={({ target }) => setPin(target.value.replaceAll(/\D/g, ""))}
      />
    </>
  );
}
