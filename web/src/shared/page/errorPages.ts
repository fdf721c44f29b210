export { PageError } from "./PageError";
export { RootErrorPage } from "./RootErrorPage";
export { startServiceWorker } from "@/lib/serviceWorker";
