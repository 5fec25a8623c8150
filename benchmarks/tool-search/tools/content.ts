/** Files, documents, wiki pages and translation. */
export const content = `
# files
uploadFile: Stores a file in the shared drive.
  name: Name of the file.
  contentBase64: Its content.
  folderId?: Folder.
downloadFile: Returns a temporary link to a file.
  fileId: The file.
listFiles: Lists the content of a folder.
  folderId: The folder.
  sortBy? name|modified|size: Order.
searchFiles: Finds files by name or by words inside.
  query: Words.
  type? document|spreadsheet|presentation|image|pdf: Kind of file.
moveFile: Moves a file to another folder.
  fileId: The file.
  folderId: The folder.
rename_file: Gives a file another name.
  fileId: The file.
  name: The new name.
copy_file: Makes a copy of a file.
  fileId: The file.
delete_file: Moves a file to the trash, from where it can be restored for 30 days.
  fileId: The file.
restoreFile: Brings a file back from the trash.
  fileId: The file.
shareFile: Gives people or a team access to a file.
  fileId: The file.
  with array: E-mail addresses or team names.
  permission view|comment|edit: What they may do.
unshareFile: Ends somebody's access to a file.
  fileId: The file.
  with: E-mail address or team.
listFileVersions: Lists earlier versions of a file.
  fileId: The file.
createFolder: Creates a folder in the shared drive.
  name: The name.
  parentId?: Where.
getStorageQuota: Tells how much space of the shared drive is used.
  teamId?: Only of this team.

# documents
createDocument: Creates a text document, optionally from a template.
  title: The title.
  templateId?: The template.
  content?: The text in Markdown.
summarizeDocument: Summarises a long document in a few sentences.
  fileId: The document.
  sentences? integer: How long.
convertDocument: Converts a document between formats such as Word and PDF.
  fileId: The document.
  format pdf|docx|odt|html: Target format.
extractText: Reads the text of a scanned page or picture (OCR).
  fileId: The scan.
  language?: Language of the text.
extractInvoiceData: Reads supplier, number, date and amounts from a scanned bill.
  fileId: The scan.
mergePdfs: Joins several PDF files into one.
  fileIds array: The files, in order.
fillTemplate: Fills the placeholders of a letter template with data.
  templateId: The template.
  values object: The data.
compareDocuments: Marks the differences between two versions of a text.
  leftFileId: One version.
  rightFileId: The other.
redactDocument: Blacks out personal data in a document.
  fileId: The document.
  kinds? array: Such as names or account numbers.

# wiki
createPage: Creates a page in the company wiki.
  space: The space.
  title: The title.
  body: The text in Markdown.
updatePage: Replaces the text of a wiki page.
  pageId: The page.
  body: The new text.
searchWiki: Searches the company wiki.
  query: Words.
  space?: Only in this space.

# translation
translateText: Translates a text into another language.
  text: The text.
  targetLanguage: Such as fr.
  formality? formal|informal: How the reader is addressed.
detectLanguage: Tells in which language a text is written.
  text: The text.
translateDocument: Translates a file and keeps its layout.
  fileId: The file.
  targetLanguage: The language.
orderHumanTranslation: Has a text translated by a professional translator.
  fileId: The file.
  targetLanguages array: The languages.
  deadline date: Until when.
addGlossaryTerm: Adds how a term is to be translated.
  term: The term.
  translation: Its translation.
  language: The language.
proofreadText: Corrects spelling, grammar and style of a text.
  text: The text.
  language?: Its language.
`;
