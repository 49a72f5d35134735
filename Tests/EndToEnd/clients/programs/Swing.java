import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.event.ComponentAdapter;
import java.awt.event.ComponentEvent;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.io.FileWriter;
import java.io.IOException;
import javax.swing.JDialog;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JMenu;
import javax.swing.JMenuBar;
import javax.swing.JMenuItem;
import javax.swing.JPanel;
import javax.swing.JPopupMenu;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;
import javax.swing.event.DocumentEvent;
import javax.swing.event.DocumentListener;

/** A plain area below a menu bar, above a text field; what happens is reported, a JSON object a line. */
public class Swing {
    private static FileWriter report;

    public static void main(String[] arguments) throws IOException {
        report = new FileWriter(arguments[0], true);
        // Menus that fit into the window have no windows of their own otherwise.
        JPopupMenu.setDefaultLightWeightPopupEnabled(false);
        SwingUtilities.invokeLater(Swing::show);
    }

    private static void show() {
        JFrame frame = new JFrame("Swing");
        JPanel area = new JPanel();
        area.setBackground(new Color(32, 64, 192));
        area.setToolTipText("an area");
        area.addMouseListener(new MouseAdapter() {
            @Override
            public void mousePressed(MouseEvent event) {
                report("{\"type\": \"press\", \"x\": %d, \"y\": %d}", event.getXOnScreen(), event.getYOnScreen());
            }
        });
        area.addComponentListener(new ComponentAdapter() {
            @Override
            public void componentResized(ComponentEvent event) {
                report("{\"type\": \"size\", \"width\": %d, \"height\": %d}", frame.getWidth(), frame.getHeight());
            }
        });
        JMenu menu = new JMenu("Colours");
        entry(menu, "Green").addActionListener(event -> area.setBackground(new Color(16, 160, 32)));
        entry(menu, "Blue").addActionListener(event -> area.setBackground(new Color(32, 64, 192)));
        entry(menu, "Dialog").addActionListener(event -> ask(frame));
        JMenuBar bar = new JMenuBar();
        bar.add(menu);
        frame.setJMenuBar(bar);
        JTextField field = new JTextField();
        field.getDocument().addDocumentListener(new DocumentListener() {
            private void report() {
                Swing.report("{\"type\": \"text\", \"text\": \"%s\"}", field.getText());
            }

            @Override
            public void insertUpdate(DocumentEvent event) {
                report();
            }

            @Override
            public void removeUpdate(DocumentEvent event) {
                report();
            }

            @Override
            public void changedUpdate(DocumentEvent event) {}
        });
        frame.add(area);
        frame.add(field, BorderLayout.SOUTH);
        frame.setSize(640, 400);
        frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
        frame.setVisible(true);
        field.requestFocusInWindow();
    }

    private static JMenuItem entry(JMenu menu, String name) {
        JMenuItem item = menu.add(name);
        item.setPreferredSize(new Dimension(200, 40));
        return item;
    }

    /** A modal dialog in the middle of the frame, which a press and its release end. */
    private static void ask(JFrame frame) {
        JDialog dialog = new JDialog(frame, "Question", true);
        JLabel label = new JLabel("?");
        label.setOpaque(true);
        label.setBackground(new Color(240, 0, 240));
        label.addMouseListener(new MouseAdapter() {
            @Override
            public void mouseReleased(MouseEvent event) {
                dialog.dispose();
            }
        });
        dialog.add(label);
        dialog.setSize(400, 300);
        dialog.setLocationRelativeTo(frame);
        dialog.setVisible(true);
    }

    private static void report(String format, Object... values) {
        try {
            report.write(String.format(format, values) + "\n");
            report.flush();
        } catch (IOException error) {
            throw new IllegalStateException(error);
        }
    }
}
