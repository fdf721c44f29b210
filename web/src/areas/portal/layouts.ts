// The layouts of the portal in one file: those below the first one are too small for files of their own.
export { AdminLayout } from "./shell/AdminLayout";
export { BooksLayout } from "./reports/books/BooksLayout";
export { CharityLayout } from "./tenants/charities/CharityLayout";
export { VendorLayout } from "./tenants/vendors/VendorLayout";
