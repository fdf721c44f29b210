import { Button } from "@/ui/form/Button";

interface NothingLeftProps {
  text: string;
  showAllLabel: string;
  onShowAll: () => void;
}

/** Message for filters without results, with a button that removes the filters. */
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
