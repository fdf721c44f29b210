import { StatusChip } from "@/ui/Chip";
import { activeWord } from "./activeWord";

interface ActiveChipProps {
  isActive: boolean;
  /** What it is said of is feminine in French. */
  isFeminine?: boolean | undefined;
}

/** Whether something is switched on. */
export function ActiveChip({ isActive, isFeminine }: ActiveChipProps) {
  return <StatusChip isOn={isActive}>{activeWord(isActive, isFeminine)}</StatusChip>;
}
