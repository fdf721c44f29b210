import { Button } from "@/ui/Button";

interface NothingLeftProps {
  text: string;
  showAllLabel: string;
  onShowAll: () => void;
}

/** A list was narrowed until nothing was left in it: the way back to all of it. */
export function NothingLeft({ text, showAllLabel, onShowAll }: NothingLeftProps) {
  return (
    <>
      <p>{text}</p>
      <Button className="mt-5" onClick={onShowAll}>
        {showAllLabel}
      </Button>
    </>
  );
}
