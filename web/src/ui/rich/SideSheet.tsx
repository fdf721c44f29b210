import "./rich.css";
import { Dialog, type DialogProps } from "@/ui/overlay/Dialog";

/** A dialog at the side of the screen, for adding and editing beside a list. */
export function SideSheet(props: Omit<DialogProps, "size" | "className">) {
  return <Dialog {...props} className="side-sheet" />;
}
