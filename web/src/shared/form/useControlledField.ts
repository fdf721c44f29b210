import { useCallback } from "react";
import { useFormContext } from "react-hook-form";
import { useField } from "./useField";

interface Focusable {
  focus: () => void;
}

/**
 * For a control that hands over its value instead of an event. Put together from what every form carries anyway: the
 * library's own hook for it would add to the weight of all of them.
 */
export function useControlledField<Value>(name: string) {
  const { register, watch, getValues } = useFormContext();
  const { registration, error } = useField(name);

  // All that the form needs of the control is a way to put the focus there.
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
