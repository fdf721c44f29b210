import { get, useFormContext } from "react-hook-form";

/** Returns the registration and the error message of a field of the surrounding `Form`. */
export function useField(name: string) {
  const { register, formState } = useFormContext();
  const error: unknown = get(formState.errors, name);
  const message =
    error instanceof Object && "message" in error && typeof error.message === "string"
      ? error.message
      : undefined;
  return { registration: register(name), error: message };
}
