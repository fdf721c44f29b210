import { localText } from "@/lib/storage";

/** The cart that this browser keeps: a guest's, and what somebody chose while the server couldn't be reached. */
export const cartText = localText("products");
