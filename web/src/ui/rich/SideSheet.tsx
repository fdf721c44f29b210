import "./rich.css";
import { Dialog, type DialogProps } from "@/ui/Dialog";

/** A dialog at the side, as high as the screen: for adding and editing beside the list that it belongs to. */
export function SideSheet(props: Omit<DialogProps, "size" | "className">) {
  return <Dialog {...props} className="side-sheet" />;
}
