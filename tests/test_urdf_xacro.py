"""xacro: what is expanded, and what a xacro file is kept from doing."""

import builtins
import importlib.util
import sys

import pytest

from tfsandbox import robots, urdf
from tfsandbox.errors import InputError, MissingPackageError
from tfsandbox.geometry import Transform

HEAD = '<robot name="car" xmlns:xacro="http://www.ros.org/wiki/xacro">'
CAR = f"""<?xml version="1.0"?>
{HEAD}
  <xacro:property name="half" value="0.15"/>
  <xacro:arg name="height" default="0.1"/>
  <link name="base_link"/>
  <xacro:macro name="wheel" params="side sign">
    <link name="${{side}}_wheel"/>
    <joint name="${{side}}_joint" type="continuous">
      <parent link="base_link"/> <child link="${{side}}_wheel"/>
      <origin xyz="0 ${{sign * half}} $(arg height)"/> <axis xyz="0 1 0"/>
    </joint>
  </xacro:macro>
  <xacro:wheel side="left" sign="1"/> <xacro:wheel side="right" sign="-1"/>
</robot>"""


def one(inner):
    return f'{HEAD}<link name="base_link"/>{inner}</robot>'


def test_a_xacro_text_is_a_design():
    robot = robots.from_urdf(CAR)
    assert robot.mount("left_wheel").transform.is_close(Transform((0.0, 0.15, 0.1)))
    assert robot.mount("right_wheel").transform.is_close(Transform((0.0, -0.15, 0.1)))


def test_a_xacro_file_may_include_its_neighbours(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "laser.xacro").write_text(f'{HEAD}<xacro:property name="name" value="laser"/></robot>')
    path = tmp_path / "car.urdf.xacro"
    path.write_text(one('<xacro:include filename="parts/laser.xacro"/><link name="${name}"/>'))
    assert urdf.load(path).links == ("base_link", "laser")
    assert urdf.load(str(path)).links == ("base_link", "laser")


def test_a_urdf_with_unexpanded_names_is_read_as_it_is(tmp_path):
    path = tmp_path / "car.urdf"
    path.write_text('<robot name="car"><link name="${prefix}base_link"/></robot>')
    assert urdf.load(path).links == ("${prefix}base_link",)
    # A naive reader of xacro loses the wheels without a word; that is how robots lose them, too.
    assert urdf.read(CAR).links == ("base_link",)


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        ("<xacro:nobody/>", "nobody"),
        ('<link name="${1/0}"/>', "division by zero"),
        ('<link name="$(env HOME)"/>', "HOME"),
        ('<link name="$(optenv HOME nothing)"/><link name="$(env PATH)"/>', "PATH"),
        ('<xacro:include filename="/etc/passwd"/>', "may not open this: /etc/passwd"),
        ('<xacro:include filename="parts.xacro"/>', "parts.xacro"),
        ('<xacro:property name="x" value="${xacro.load_yaml(\'/etc/hostname\')}"/>${x}', "may not open"),
        ("<link name=\"${__import__('os').getcwd()}\"/>", "import"),
        ("<link name=\"${open('/etc/passwd').read()}\"/>", "open"),
        ("<link name=\"${''.__class__}\"/>", "__class__"),
        ("<link name=\"${'x' * 10**10}\"/>", "xacro says"),
    ],
)
def test_what_a_xacro_may_not_do(inner, words):
    with pytest.raises(InputError, match=words) as caught:
        robots.from_urdf(one(inner))
    assert caught.value.argument == "xacro"


def test_a_neighbouring_link_to_elsewhere_is_not_followed(tmp_path):
    secret = tmp_path / "secret.xacro"
    secret.write_text(f"{HEAD}<link name='secret'/></robot>")
    folder = tmp_path / "robot"
    folder.mkdir()
    (folder / "door.xacro").symlink_to(secret)
    path = folder / "car.xacro"
    for name in ("door.xacro", "../secret.xacro"):
        path.write_text(one(f'<xacro:include filename="{name}"/>'))
        with pytest.raises(InputError, match="may not open"):
            urdf.load(path)


def test_bombs_and_junk_are_refused_before_xacro_starts():
    for text, words in (
        (f'<!DOCTYPE r [<!ENTITY a "ha">]>{HEAD}</robot>', "DOCTYPE"),
        (HEAD, "well-formed"),
        (None, "text"),
        ("x" * (urdf.MOST_CHARACTERS + 1), "at most"),
    ):
        with pytest.raises(InputError, match=words):
            urdf.expand(text)


FOREVER = """<xacro:macro name="two" params="n"><link name="l${n}"/><xacro:if value="${n &lt; 10**9}">
<xacro:two n="${2*n}"/><xacro:two n="${2*n+1}"/></xacro:if></xacro:macro><xacro:two n="1"/>"""


@pytest.mark.parametrize(
    ("inner", "words"),
    [
        ('<xacro:macro name="again"><xacro:again/></xacro:macro><xacro:again/>', "recursion"),
        ('<link name="${[0] * 10**9}"/>', "when evaluating"),
        (FOREVER, "takes more than 1 s|too much time"),
    ],
)
def test_what_never_ends_is_ended(inner, words, monkeypatch):
    monkeypatch.setattr(sys.modules["tfsandbox.urdf.xacro"], "MOST_SECONDS", 1.0)
    with pytest.raises(InputError, match=words):
        urdf.expand(one(inner))


def test_without_the_xacro_package_the_cure_is_named(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MissingPackageError, match=r"tfsandbox\[xacro\]"):
        urdf.load(CAR)


def test_xacro_is_not_loaded_into_this_process(monkeypatch):
    real = builtins.__import__

    def refuse(name, *rest):
        assert name.split(".")[0] not in ("xacro", "yaml")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    assert "left_wheel" in urdf.expand(CAR)
