import { Icon } from "@/ui/Icon";

interface FieldErrorProps {
  id?: string | undefined;
  message?: string | undefined;
}

/** The live region is always rendered, so that a new message is read out. */
export function FieldError({ id, message }: FieldErrorProps) {
  return (
    <div aria-live="polite">
      {message && (
        <p id={id} className="mt-1.5 flex gap-1.5 text-sm font-medium text-danger">
          <Icon name="circle-exclamation-point" size={18} className="mt-px" />
          {message}
        </p>
      )}
    </div>
  );
}
