import { heldText } from "@/lib/storage";

/** Cart in this browser: a guest's, or items chosen while the server could not be reached. */
export const cartText = heldText("products");
