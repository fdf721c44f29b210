import { m } from "@/i18n";
import { Button } from "@/ui/Button";

interface SwitchButtonProps {
  /** What the thing of its row is called. */
  name: string;
  isActive: boolean;
  onPress: () => void;
}

/** Asks whether to switch the thing of its row. Out of sight of the row, "Deactivate" alone says nothing. */
export function SwitchButton({ name, isActive, onPress }: SwitchButtonProps) {
  return (
    <Button
      size="small"
      variant="quiet"
      // As wide in all rows, whichever word is on it.
      className="md:min-w-26"
      aria-haspopup="dialog"
      aria-label={isActive ? m.lists_deactivate_one({ name }) : m.lists_activate_one({ name })}
      onClick={onPress}
    >
      {isActive ? m.lists_deactivate() : m.lists_activate()}
    </Button>
  );
}
