// A purchase that was begun in this tab names other people: it goes with the session of its writer.
import { tabText } from "@/lib/storage";

export const purchaseDraft = tabText("purchaseDraft");
