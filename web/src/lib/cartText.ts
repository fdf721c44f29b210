import { localText } from "@/lib/storage";

/** Cart in this browser: a guest's, or items chosen while the server could not be reached. */
export const cartText = localText("products");
