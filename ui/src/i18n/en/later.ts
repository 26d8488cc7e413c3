// Words of what comes later: dialogs and pages that the first view does not show.
import emoji from './emoji.json';
import password from './password.json';
import supervision from './supervision.json';

export default { emoji, password, supervision };
