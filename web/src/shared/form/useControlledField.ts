import { useCallback } from "react";
import { useFormContext } from "react-hook-form";
import { useField } from "./useField";

interface Focusable {
  focus: () => void;
}

/**
 * Connects a control that reports a value instead of an event. Built from parts that every form
 * loads anyway: the library's own hook would make all forms larger.
 */
export function useControlledField<Value>(name: string) {
  const { register, watch, getValues } = useFormContext();
  const { registration, error } = useField(name);

  // The form needs only a way to focus the control.
  const ref = useCallback(
    (control: Focusable | null) => register(name).ref(control && { name, focus: () => control.focus() }),
    [register, name],
  );
  const tell = (type: "change" | "blur", value: unknown) => ({ type, target: { name, value } });
  return {
    value: watch(name) as Value,
    pick: (value: Value) => void registration.onChange(tell("change", value)),
    wiring: { name, ref, onBlur: () => void registration.onBlur(tell("blur", getValues(name))) },
    error,
  };
}
