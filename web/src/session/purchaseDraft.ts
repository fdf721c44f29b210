// Unfinished purchase of this tab. It contains recipients' names, so it is deleted when the buyer
// signs out.
import { tabText } from "@/lib/storage";

export const purchaseDraft = tabText("purchaseDraft");
