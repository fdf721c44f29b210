import type { ReactNode } from "react";
import { Page } from "@/shared/page/Page";
import { SideSheet } from "@/ui/rich/SideSheet";

interface AddSheetProps {
  title: string;
  onClose: () => void;
  /** The form. */
  children: ReactNode;
}

/** The sheet in which something is added to a list. */
export function AddSheet({ title, onClose, children }: AddSheetProps) {
  return (
    <Page title={title}>
      <SideSheet isOpen onClose={onClose} title={title}>
        {children}
      </SideSheet>
    </Page>
  );
}
